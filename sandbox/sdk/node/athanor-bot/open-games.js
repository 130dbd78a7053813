// Documents of games that the protocol does not name: decoded by the descriptors in welcome.messages.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const protobuf = require("protobufjs");
const { FileDescriptorSet } = require("protobufjs/ext/descriptor");

const PLAIN = { longs: Number, enums: String, defaults: true, oneofs: true };

// What opens the messages of a match, and closes the actions that answer them; null for a game that the protocol names.
function openGame(welcome, places) {
  if (!welcome.messages || welcome.messages.length === 0) return null;
  const game = welcome.game;
  const root = new protobuf.Root();
  root.resolvePath = (origin, target) => protocolFile(places, target);
  root.loadSync("athanorpb/v1/bot.proto", { keepCase: true });
  const { file } = FileDescriptorSet.decode(welcome.messages);
  // Not by Root.fromDescriptor: that makes a root of its own, which lacks what these files import of the protocol.
  for (const each of file) {
    const edition = each.syntax || "proto2";
    const into = each.package ? root.define(each.package) : root;
    for (const type of each.messageType) into.add(protobuf.Type.fromDescriptor(type, edition));
    for (const type of each.enumType) into.add(protobuf.Enum.fromDescriptor(type, edition));
  }
  root.resolveAll();
  const { package: own } = file[file.length - 1];

  function opened(message, type) {
    for (const field of type.fieldsArray) {
      const value = message[field.name];
      if (!value || !(field.resolvedType instanceof protobuf.Type)) continue;
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each.game === "open" && field.resolvedType.fields.open) {
          const theirs = root.lookupType(`${own}.${field.resolvedType.name}`);
          const { message: bytes } = each.open;
          delete each.open;
          each.game = game;
          each[game] = theirs.toObject(theirs.decode(bytes), PLAIN);
        } else {
          opened(each, field.resolvedType);
        }
      }
    }
  }

  return {
    opened: (message, name) => opened(message, root.lookupType(`athanor.v1.${name}`)),
    closed(action) {
      if (!action || !action[game]) return action;
      const theirs = root.lookupType(`${own}.Action`);
      return { open: { game, message: theirs.encode(theirs.fromObject(action[game])).finish() } };
    },
  };
}

function protocolFile(places, name) {
  const found = places.map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
  return found || name; // google/protobuf/...: protobufjs has these itself
}

module.exports = { openGame };
