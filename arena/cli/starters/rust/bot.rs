//! A bot that plays any legal action, in Rust with nothing but its standard library.
//!
//! It reads a line of JSON and prints a line:
//!
//!   {"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}          {"ready":{}}
//!   {"event": {...}}                                                               nothing; it happened
//!   {"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}  the index of a legal action
//!   {"refused": {"code", "reason", "strikes_left"}}                                another index
//!   {"over": {"result"}}                                                           nothing; it is over
//!
//! What to do next: `choose` is given the view and the actions. Look into them, as in
//! `view.get("players").at(0).get("total").number()` or `actions.at(i).get("play").get("card").text()`, give each action
//! a worth, and return the index of the best. What you print by eprintln! is your bot's log.

use std::io::{self, BufRead, Write};

/// A value of JSON, as the part of the line that it is: looking into it copies nothing.
#[derive(Clone, Copy)]
struct Json<'a>(&'a str);

#[allow(dead_code)]
impl<'a> Json<'a> {
    const NULL: Json<'static> = Json("null");

    /// Of an object: the value of a key; null where there is none.
    fn get(self, key: &str) -> Json<'a> {
        let mut rest = self.inside();
        while rest.starts_with('"') {
            let (name, value) = rest.split_at(behind(rest));
            let value = value.trim_start().trim_start_matches(':').trim_start();
            if name[1..].trim_end_matches('"') == key {
                return Json(&value[..behind(value)]);
            }
            rest = next(value);
        }
        Json::NULL
    }

    /// Of a list: its elements, in their order.
    fn items(self) -> Vec<Json<'a>> {
        let (mut rest, mut found) = (self.inside(), Vec::new());
        while !rest.is_empty() && !rest.starts_with(']') {
            found.push(Json(&rest[..behind(rest)]));
            rest = next(rest);
        }
        found
    }

    fn at(self, index: usize) -> Json<'a> {
        self.items().get(index).copied().unwrap_or(Json::NULL)
    }

    fn is_null(self) -> bool {
        self.0 == "null"
    }

    fn number(self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    /// A string without its quotes; the names in a game's documents hold nothing that is escaped.
    fn text(self) -> &'a str {
        self.0.trim_matches('"')
    }

    fn inside(self) -> &'a str {
        self.0.get(1..).unwrap_or("").trim_start()
    }
}

/// How many bytes the value has that a text begins with.
fn behind(text: &str) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (place, sign) in text.bytes().enumerate() {
        if in_string {
            in_string = escaped || sign != b'"';
            escaped = !escaped && sign == b'\\';
            if !in_string && depth == 0 {
                return place + 1;
            }
            continue;
        }
        match sign {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return place,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return place + 1;
                }
            }
            b',' | b' ' if depth == 0 => return place,
            _ => {}
        }
    }
    text.len()
}

/// What follows the value that a text begins with, and the comma behind it.
fn next(text: &str) -> &str {
    let rest = text[behind(text)..].trim_start();
    rest.strip_prefix(',').unwrap_or(rest).trim_start()
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

fn choose(_view: Json, actions: Json, chance: &mut Chance) -> usize {
    chance.below(actions.items().len())
}

fn main() -> io::Result<()> {
    let mut chance = Chance(1);
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let said = Json(&line);
        let (welcome, ask) = (said.get("welcome"), said.get("ask"));
        if !welcome.is_null() {
            // The match's own entropy: the same match plays the same again.
            chance.0 = u64::from_str_radix(&welcome.get("entropy").text()[..16], 16).unwrap_or(1);
            out.write_all(b"{\"ready\":{}}\n")?;
        } else if !ask.is_null() {
            let index = choose(ask.get("view"), ask.get("legal").get("actions"), &mut chance);
            writeln!(out, "{}", index)?;
        } else if !said.get("refused").is_null() {
            eprintln!("{}", line);
            writeln!(out, "0")?;
        }
        out.flush()?;
    }
    Ok(())
}
