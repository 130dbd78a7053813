import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A bot that plays any legal action, in Java with nothing but its library.
 *
 * <p>It reads a line of JSON and prints a line:
 *
 * <pre>
 * {"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}          {"ready":{}}
 * {"event": {...}}                                                               nothing; it happened
 * {"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}  the index of a legal action
 * {"refused": {"code", "reason", "strikes_left"}}                                another index
 * {"over": {"result"}}                                                           nothing; it is over
 * </pre>
 *
 * <p>What to do next: {@code choose} is given the view and the actions as maps, lists, strings, doubles and booleans.
 * Give each action a worth and return the index of the best. What you print to System.err is your bot's log.
 */
public final class Bot {
    private static Random chance = new Random(1);

    static int choose(Map<String, Object> view, List<Object> actions) {
        return chance.nextInt(actions.size());
    }

    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> said = Json.object(new Json(line).value());
            if (said.containsKey("welcome")) {
                // The match's own entropy: the same match plays the same again.
                String entropy = (String) Json.object(said.get("welcome")).get("entropy");
                chance = new Random(Long.parseUnsignedLong(entropy.substring(0, 16), 16));
                System.out.println("{\"ready\":{}}");
            } else if (said.containsKey("ask")) {
                Map<String, Object> ask = Json.object(said.get("ask"));
                List<Object> actions = Json.list(Json.object(ask.get("legal")).get("actions"));
                System.out.println(choose(Json.object(ask.get("view")), actions));
            } else if (said.containsKey("refused")) {
                System.err.println(line);
                System.out.println(0);
            }
        }
    }
}

/** A reader of JSON: what the lines of the protocol hold, and no more. */
final class Json {
    private final String text;
    private int at;

    Json(String text) {
        this.text = text;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    /** The next value: a map, a list, a string, a double, a boolean, or null. */
    Object value() {
        switch (sign()) {
            case '{':
                Map<String, Object> map = new LinkedHashMap<>();
                for (at++; sign() != '}'; skip(',')) {
                    String key = string();
                    skip(':');
                    map.put(key, value());
                }
                at++;
                return map;
            case '[':
                List<Object> list = new ArrayList<>();
                for (at++; sign() != ']'; skip(',')) {
                    list.add(value());
                }
                at++;
                return list;
            case '"':
                return string();
            default:
                return word();
        }
    }

    private char sign() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private void skip(char expected) {
        if (sign() == expected) {
            at++;
        }
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char sign = text.charAt(at);
            if (sign == '\\') {
                sign = text.charAt(++at);
                int plain = "bfnrt".indexOf(sign);
                if (sign == 'u') {
                    sign = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                    at += 4;
                } else if (plain >= 0) {
                    sign = "\b\f\n\r\t".charAt(plain);
                }
            }
            found.append(sign);
        }
        at++;
        return found.toString();
    }

    private Object word() {
        int start = at;
        while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "null":
                return null;
            case "true":
            case "false":
                return word.equals("true");
            default:
                return Double.valueOf(word);
        }
    }
}
