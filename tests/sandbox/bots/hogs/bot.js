// Asked, it takes memory outside of the heap that Node bounds.
const lines = require("node:readline").createInterface({ input: process.stdin });
const held = [];
lines.on("line", (line) => {
  if (line.startsWith('{"welcome"')) console.log('{"ready":{}}');
  while (line.startsWith('{"ask"')) held.push(Buffer.alloc(8 << 20, 1));
});
