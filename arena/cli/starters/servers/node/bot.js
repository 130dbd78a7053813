// A bot that is a gRPC server of its own, in JavaScript: it plays any legal action, by chance.
"use strict";

const { run } = require("athanor-bot");

let state = 1;

run({
  welcome(welcome) {
    // The match's own entropy: the same match plays the same again.
    state = parseInt(welcome.entropy.slice(0, 8), 16);
  },
  choose(ask) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * ask.legal.actions.length);
  },
});
