// A bot that plays any legal action, in C++ with nothing but its standard library.
//
// It reads a line of JSON and prints a line:
//
//   {"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}          {"ready":{}}
//   {"event": {...}}                                                               nothing; it happened
//   {"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}  the index of a legal action
//   {"refused": {"code", "reason", "strikes_left"}}                                another index
//   {"over": {"result"}}                                                           nothing; it is over
//
// What to do next: `choose` is given the view and the actions. Look into them, as in view["players"][0]["total"].number()
// or actions[i]["play"]["card"].text(), give each action a worth, and return the index of the best. What you print to
// std::cerr is your bot's log.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

// A value of JSON, as the part of the line that it is: looking into it copies nothing.
class Json {
public:
    explicit Json(std::string_view text = "null") : text_(text) {}

    // Of an object: the value of a key; null where there is none.
    Json operator[](std::string_view key) const {
        size_t at = spaces(1);
        while (at < text_.size() && text_[at] == '"') {
            size_t end = behind(at), value = spaces(spaces(end) + 1);
            if (text_.substr(at + 1, end - at - 2) == key) return slice(value);
            at = next(value);
        }
        return Json();
    }

    // Of a list: an element; null behind its last one.
    Json operator[](size_t index) const {
        for (size_t at = spaces(1); at < text_.size() && text_[at] != ']'; at = next(at))
            if (index-- == 0) return slice(at);
        return Json();
    }

    size_t size() const {
        size_t count = 0;
        for (size_t at = spaces(1); at < text_.size() && text_[at] != ']'; at = next(at)) count++;
        return count;
    }

    bool is_null() const { return text_ == "null"; }
    double number() const { return std::strtod(std::string(text_).c_str(), nullptr); }
    // A string without its quotes; the names in a game's documents hold nothing that is escaped.
    std::string text() const { return std::string(text_.size() < 2 ? text_ : text_.substr(1, text_.size() - 2)); }

private:
    std::string_view text_;

    Json slice(size_t at) const { return Json(text_.substr(at, behind(at) - at)); }
    size_t spaces(size_t at) const { return std::min(text_.find_first_not_of(" \t\r\n", at), text_.size()); }
    size_t next(size_t at) const {
        at = spaces(behind(at));
        return at < text_.size() && text_[at] == ',' ? spaces(at + 1) : at;
    }

    // The place behind the value that begins at a place.
    size_t behind(size_t at) const {
        int depth = 0;
        do {
            char sign = text_[at];
            if (sign == '"') {
                for (at++; at < text_.size() && text_[at] != '"'; at++)
                    if (text_[at] == '\\') at++;
                at++;
            } else if (sign == '{' || sign == '[') {
                depth++, at++;
            } else if (sign == '}' || sign == ']') {
                depth--, at++;
            } else if (depth == 0) {
                return std::min(text_.find_first_of(",]} \t\r\n", at), text_.size());
            } else {
                at++;
            }
        } while (depth > 0 && at < text_.size());
        return std::min(at, text_.size());
    }
};

std::mt19937_64 chance;

size_t choose(const Json& view, const Json& actions) {
    (void)view;
    return chance() % actions.size();
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        Json said(line), ask = said["ask"], welcome = said["welcome"];
        if (!welcome.is_null()) {
            // The match's own entropy: the same match plays the same again.
            chance.seed(std::strtoull(welcome["entropy"].text().substr(0, 16).c_str(), nullptr, 16));
            std::cout << "{\"ready\":{}}" << std::endl;
        } else if (!ask.is_null()) {
            std::cout << choose(ask["view"], ask["legal"]["actions"]) << std::endl;
        } else if (!said["refused"].is_null()) {
            std::cerr << line << std::endl;
            std::cout << 0 << std::endl;
        }
    }
}
