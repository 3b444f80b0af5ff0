// One emulated board. Its time is set in the same way as that of simulated boards (rack.mjs).
//
// node emulated.mjs IMAGE.uf2 BOOTROM FILES
//
// Each line of stdin is a JSON order, answered by one line on stdout. {"on": NAME, "role": {...}}
// switches the board on, and {"to": T, "rx", "fields", "inputs"} advances time to T (ms). FILES is
// the file system in its flash. Each line that its program sends on UART 1 is an output "line".

import readline from "node:readline";
import { Rp2040 } from "./rp2040.mjs";

const [image, bootrom, files] = process.argv.slice(2);
const EMPTY = { tags: [], near: [], corrupt: 0, ghost: "" };

const world = {
  board: null,
  inputs: new Map(),
  fields: new Map(),
  outputs: [],
  listeners: new Map(),
  now() {
    return this.board?.now ?? 0;
  },
  random: () => 0.5,
  field(antenna) {
    return this.fields.get(antenna) ?? EMPTY;
  },
  output(name, value) {
    this.outputs.push([name, value]);
  },
  on(name, callback) {
    this.listeners.set(name, callback);
  },
};

let name = "";
let began = 0;
let sent = [];
let dead = "";

function switchOn(order) {
  name = order.on;
  began = order.at;
  world.board = new Rp2040(image, bootrom, files, order.role, world, {
    line: (text) => world.output("line", text),
    byte: (value) => sent.push(value),
    ended: () => {
      dead = "it has come back to its prompt";
      world.board.stopped = true;
    },
  });
  return {};
}

function pass(order) {
  const { board } = world;
  for (const [antenna, field] of Object.entries(order.fields?.[name] ?? {}))
    world.fields.set(Number(antenna), field);
  for (const [key, value] of Object.entries(order.inputs?.[name] ?? {})) {
    world.inputs.set(key, value);
    world.listeners.get(key)?.(value);
  }
  board.hear(Buffer.from(order.rx?.[name] ?? "", "hex"));
  board.run(order.to - began);
  const answer = { due: order.to };
  if (sent.length) answer.tx = { [name]: Buffer.from(sent).toString("hex") };
  if (world.outputs.length) answer.out = world.outputs.map(([key, value]) => [name, key, value]);
  if (dead) answer.dead = { [name]: dead };
  sent = [];
  world.outputs = [];
  return answer;
}

process.stdout.write("{}\n");
for await (const line of readline.createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  const answer = order.on !== undefined ? switchOn(order) : order.off !== undefined ? {} : pass(order);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
