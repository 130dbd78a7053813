// A bot that plays any legal action: it reads a line of JSON and prints a line of JSON. No package is needed.
//
// You are told                                     you say
// {"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}
//                                                  {"ready": {}}
// {"event": {...}}                                 nothing; it happened
// {"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}
//                                                  the index of a legal action, or an action itself
// {"refused": {"code", "reason", "strikes_left"}}  another answer to the same ask
// {"over": {"result"}}                             nothing; it is over
//
// What to do next: look at `view` and `actions` in `choose` (console.error prints to your bot's log), give each
// action a worth, and return the index of the best.
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });

let chance = () => 0;

function choose(view, actions) {
  return Math.floor(chance() * actions.length);
}

lines.on("line", (line) => {
  const [kind, body] = Object.entries(JSON.parse(line))[0];
  if (kind === "welcome") {
    chance = seeded(parseInt(body.entropy.slice(0, 8), 16));
    say({ ready: {} });
  } else if (kind === "ask") {
    say(choose(body.view, body.legal.actions));
  } else if (kind === "refused") {
    console.error(`refused: ${body.reason}`);
    say(0);
  }
});

function say(what) {
  process.stdout.write(JSON.stringify(what) + "\n");
}

// Numbers from 0 to 1 that follow from the match's own entropy: the same match plays the same again.
function seeded(state) {
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
