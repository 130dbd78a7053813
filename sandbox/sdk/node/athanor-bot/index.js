// A bot as a gRPC server, in a few lines of yours:
//
//   const { run } = require("athanor-bot");
//   run({ choose: (ask) => 0 });                    // welcome(welcome) and over(over) may be given too
//
// It serves athanor.v1.Bot and grpc.health.v1 on the socket named by ATHANOR_SOCKET. Messages are plain objects with the
// fields of the .proto files: ask.view and ask.legal.actions hold the game's own messages under the game's name, as in
// ask.view.poison.cauldrons. Those of a game that the protocol does not name are decoded by the messages that the
// welcome describes, and stand under its name as well. What `choose` returns is the index of a legal action, or an
// action of the same shape.
"use strict";

const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const { openGame } = require("./open-games");

const PROTOCOL = 1;
const LARGEST = 16 * 1024 * 1024;
const SERVING = Buffer.from([8, 1]);

const plain = { request: (bytes) => bytes, response: (bytes) => bytes };
const health = {
  Check: {
    path: "/grpc.health.v1.Health/Check",
    requestStream: false,
    responseStream: false,
    requestDeserialize: plain.request,
    responseSerialize: plain.response,
  },
};

// Beside this library where a bot runs, below the checkout where it is tried out.
const PLACES = [path.join(__dirname, "../../proto"), path.join(__dirname, "../../../../proto")];

function protocol() {
  const options = { keepCase: true, enums: String, longs: Number, defaults: true, oneofs: true, includeDirs: PLACES };
  return grpc.loadPackageDefinition(loader.loadSync("athanorpb/v1/bot.proto", options)).athanor.v1;
}

function run(bot) {
  const server = new grpc.Server({ "grpc.max_receive_message_length": LARGEST });
  server.addService(protocol().Bot.service, { Play: (call) => play(bot, call) });
  server.addService(health, { Check: (call, answer) => answer(null, SERVING) });
  server.bindAsync(`unix:${process.env.ATHANOR_SOCKET}`, grpc.ServerCredentials.createInsecure(), (error) => {
    if (error) throw error;
  });
}

function play(bot, call) {
  let asked = null;
  let open = null;
  const answer = () => {
    const choice = bot.choose(asked);
    const chosen =
      typeof choice === "number" ? { index: choice } : { action: open ? open.closed(choice) : choice };
    call.write({ answer: { number: asked.number, ...chosen } });
  };
  call.on("data", (message) => {
    try {
      if (message.kind === "welcome") open = openGame(message.welcome, PLACES);
      if (open) open.opened(message, "ToBot");
      if (message.kind === "welcome") {
        if (bot.welcome) bot.welcome(message.welcome);
        call.write({ ready: { protocol: PROTOCOL } });
      } else if (message.kind === "ask") {
        asked = message.ask;
        answer();
      } else if (message.kind === "refused") {
        console.error(`refused: ${message.refused.reason}`);
        call.write({ answer: { number: asked.number, index: 0 } });
      } else if (message.kind === "over" && bot.over) {
        bot.over(message.over);
      }
    } catch (error) {
      // A bot that throws has its trace in its log, and the stream ends.
      console.error(error.stack);
      call.emit("error", { code: grpc.status.ABORTED, details: `${error.name}: ${error.message}` });
    }
  });
  call.on("end", () => call.end());
}

module.exports = { run };
