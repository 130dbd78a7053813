/* A bot that plays any legal action, in C with nothing but its standard library.
 *
 * It reads a line of JSON and prints a line:
 *
 *   {"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}          {"ready":{}}
 *   {"event": {...}}                                                               nothing; it happened
 *   {"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}  the index of a legal action
 *   {"refused": {"code", "reason", "strikes_left"}}                                another index
 *   {"over": {"result"}}                                                           nothing; it is over
 *
 * What to do next: `choose` sees the ask. Go through the actions with `item`, look into each and into the view with
 * `member`, give each a worth, and return the index of the best. What you print to stderr is your bot's log.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A reader of JSON: a value is a pointer to its first character, in the line itself. */

static const char *behind_spaces(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *behind_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

static const char *behind(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"')
            at = behind_string(at);
        else if (*at == '{' || *at == '[')
            depth++, at++;
        else if (*at == '}' || *at == ']')
            depth--, at++;
        else if (depth == 0)
            at += strcspn(at, ",]} \t\r\n");
        else
            at++;
    } while (depth > 0 && *at);
    return behind_spaces(at);
}

/* The value of a key, or NULL: member("{\"a\":1}", "a") points to the 1. */
static const char *member(const char *object, const char *key)
{
    size_t length = strlen(key);
    const char *at = behind_spaces(object + 1);
    while (*at == '"') {
        const char *name = at + 1;
        at = behind_string(at);
        int found = (size_t)(at - name - 1) == length && strncmp(name, key, length) == 0;
        at = behind_spaces(behind_spaces(at) + 1);
        if (found)
            return at;
        at = behind(at);
        if (*at == ',')
            at = behind_spaces(at + 1);
    }
    return NULL;
}

/* An element of a list, or NULL behind its last one. */
static const char *item(const char *list, int index)
{
    const char *at = behind_spaces(list + 1);
    while (*at && *at != ']') {
        if (index-- == 0)
            return at;
        at = behind(at);
        if (*at == ',')
            at = behind_spaces(at + 1);
    }
    return NULL;
}

static int length_of(const char *list)
{
    int length = 0;
    while (item(list, length))
        length++;
    return length;
}

/* The bot. */

static uint64_t chance = 1;

static uint32_t below(uint32_t bound)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 33) % bound;
}

static int choose(const char *ask)
{
    const char *actions = member(member(ask, "legal"), "actions");
    return (int)below((uint32_t)length_of(actions));
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *body;
        if ((body = member(line, "welcome"))) {
            /* The match's own entropy: the same match plays the same again. */
            chance = strtoull(member(body, "entropy") + 17, NULL, 16);
            puts("{\"ready\":{}}");
        } else if ((body = member(line, "ask"))) {
            printf("%d\n", choose(body));
        } else if (member(line, "refused")) {
            fprintf(stderr, "%s", line);
            puts("0");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
