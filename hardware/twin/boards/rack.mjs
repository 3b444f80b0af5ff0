// Several simulated boards in one process; the owner of the process sets their time.
//
// node rack.mjs FIRMWARE CHIPS PROGRAM
//
// FIRMWARE is the folder of the package. CHIPS is the folder of the simulated parts: `machine.mjs`
// with the class `Machine(role, world)`, and the modules `machine.py` and `rp2.py`, which use it.
// PROGRAM runs on the boards and has `start(boot, role)`, `turn(data, now, room) -> bytes` and
// `due(now) -> int`, with times in milliseconds of the board.
//
// Each line of stdin is a JSON order, answered by one line on stdout, so a board is never ahead of
// the process that sets the time (hardware/twin/boards/rack.py):
//
// {"on": NAME, "role": {...}, "boot": N, "at": T}   switch a board on, or reset it -> {}
//     (a "key" in the role becomes the board's /node.key; a "board" of "other" is not an RP2040 and
//     has no state machines; "early" has no DMA; "esp32" rejects everything that an ESP32 rejects)
// {"off": NAME}                                     -> {}
// {"to": T, "rx": {NAME: HEX}, "fields": {NAME: {ANTENNA: FIELD}}, "inputs": {NAME: {KEY: VALUE}}}
//     advance time to T -> {"tx": {NAME: HEX}, "out": [[NAME, KEY, VALUE]], "due": T,
//     "dead": {NAME: WHY}}

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [firmware, chips, program] = process.argv.slice(2);
const { Machine } = await import(pathToFileURL(path.join(chips, "machine.mjs")));

const FIFO = 2048;
const EMPTY = { tags: [], near: [], corrupt: 0, ghost: "" };

// The interpreter stores the state of an instance in these globals, so each board has its own copy.
const INSTANCE = [
  "Module",
  "proxy_js_ref",
  "proxy_js_ref_next",
  "proxy_js_ref_map",
  "proxy_js_map",
  "proxy_js_existing",
  "pyProxyFinalizationRegistry",
];

// A finalizer would free an object by number in the globals of the board that is active by then.
globalThis.FinalizationRegistry = class {
  register() {}
};

// The world around a board, as its machine knows it.
class World {
  constructor(seed) {
    this.time = 0;
    this.inputs = new Map();
    this.fields = new Map();
    this.outputs = [];
    this.listeners = new Map();
    this.seed = seed >>> 0 || 1;
  }
  now() {
    return this.time;
  }
  random() {
    // mulberry32
    this.seed = (this.seed + 0x6d2b79f5) >>> 0;
    let t = this.seed;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  field(antenna) {
    return this.fields.get(antenna) ?? EMPTY;
  }
  output(name, value) {
    this.outputs.push([name, value]);
  }
  on(name, callback) {
    this.listeners.set(name, callback);
  }
  set(name, value) {
    this.inputs.set(name, value);
    this.listeners.get(name)?.(value);
  }
}

class Board {
  static async make(name, role, boot, at) {
    const board = new Board();
    board.name = name;
    board.began = at;
    board.world = new World(boot);
    board.rate = (role.baud ?? 115200) / 10000; // bytes per millisecond; a byte takes ten bits
    board.waiting = ""; // the serial port's output buffer, in hex
    board.credit = 0;
    board.sentAt = 0;
    board.came = "";
    board.wants = 0;
    board.dead = "";
    board.python = await loadMicroPython({
      heapsize: 1024 * 1024,
      stdout: (line) => process.stderr.write(`${name}: ${line}\n`),
    });
    board.leave();
    board.inside(() => board.boot(role, boot));
    return board;
  }

  boot(role, boot) {
    const { python } = this;
    const machine = new Machine(role, this.world);
    python.registerJsModule("_board", machine.js);
    copy(python, firmware, "/firmware");
    const own = fs.readFileSync(path.join(chips, "machine.py"), "utf8");
    const esp = fs.readFileSync(path.join(chips, "esp32.py"), "utf8");
    python.FS.writeFile("/machine.py", role.board === "esp32" ? own + esp : own);
    // Only an RP2040 has this module, and only later versions of MicroPython have DMA.
    if (role.board !== "other" && role.board !== "esp32") {
      const text = fs.readFileSync(path.join(chips, "rp2.py"), "utf8");
      python.FS.writeFile("/rp2.py", role.board === "early" ? text + "\ndel DMA\n" : text);
    }
    python.FS.writeFile("/program.py", fs.readFileSync(program));
    const { key, ...file } = role;
    python.FS.writeFile("/role.json", JSON.stringify(file));
    if (key) python.FS.writeFile("/node.key", key);
    // Only strings can be passed between the two languages, not bytes.
    python.runPython(`
import sys
sys.path.insert(0, "/")
import binascii, json
import program
def _start(boot, text):
    program.start(boot, json.loads(text))
def _turn(text, now, room):
    out = program.turn(binascii.unhexlify(text), now, room) if text else program.turn(b"", now, room)
    return "%s %d" % (binascii.hexlify(out).decode() if out else "", program.due(now))
def _due(now):
    return program.due(now)
`);
    this.turnPython = python.globals.get("_turn");
    this.duePython = python.globals.get("_due");
    python.globals.get("_start")(boot, JSON.stringify(file));
    this.wants = this.duePython(0);
  }

  // Save the interpreter's globals until this board's next turn.
  leave() {
    this.globals = INSTANCE.map((name) => globalThis[name]);
  }

  inside(work) {
    INSTANCE.forEach((name, place) => (globalThis[name] = this.globals[place]));
    try {
      work();
    } catch (error) {
      this.dead = String(error.message);
      process.stderr.write(`${this.name}: its program has ended: ${error.message}\n`);
    }
    this.leave();
  }

  // Advance time to `to`; return the bytes sent over the serial line, in hex.
  pass(to) {
    const until = to - this.began;
    if (!this.dead && (this.came || this.wants <= until)) {
      this.inside(() => {
        if (this.came) this.turn(until);
        while (this.wants <= until) this.turn(Math.max(this.wants, this.world.time));
      });
    }
    this.world.time = Math.max(this.world.time, until);
    return this.send(until);
  }

  turn(now) {
    this.world.time = Math.max(now, this.world.time);
    const whole = Math.floor(this.world.time);
    const data = this.came;
    this.came = "";
    this.sendable(whole);
    const room = FIFO - this.waiting.length / 2;
    const said = this.turnPython(data, whole, Math.max(0, Math.floor(room)));
    const end = said.indexOf(" ");
    const out = said.slice(0, end);
    if (out.length && !this.waiting.length) this.credit = Math.min(this.credit, 0);
    this.waiting += out;
    // A program that wants to run again at once runs a millisecond later, so that time passes.
    this.wants = Math.max(Number(said.slice(end + 1)), whole + 1);
  }

  sendable(now) {
    this.credit += Math.max(0, now - this.sentAt) * this.rate;
    this.sentAt = Math.max(this.sentAt, now);
  }

  send(now) {
    this.sendable(now);
    const count = Math.min(Math.floor(this.credit) * 2, this.waiting.length);
    if (count <= 0) {
      if (!this.waiting.length) this.credit = 0;
      return "";
    }
    const out = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    this.credit = this.waiting.length ? this.credit - count / 2 : 0;
    return out;
  }

  due() {
    if (this.dead) return Infinity;
    return this.began + (this.waiting.length ? Math.min(this.wants, this.sentAt + 2) : this.wants);
  }
}

function copy(python, from, to) {
  python.FS.mkdir(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const name = path.join(from, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "__pycache__") copy(python, name, `${to}/${entry.name}`);
    } else if (entry.name.endsWith(".py")) {
      python.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(name));
    }
  }
}

const boards = new Map();

async function obey(order) {
  if (order.on !== undefined) {
    const board = await Board.make(order.on, order.role, order.boot, order.at);
    boards.set(order.on, board);
    return board.dead ? { dead: { [order.on]: board.dead } } : {};
  }
  if (order.off !== undefined) {
    boards.delete(order.off);
    return {};
  }
  for (const [name, fields] of Object.entries(order.fields ?? {}))
    for (const [antenna, field] of Object.entries(fields))
      boards.get(name)?.world.fields.set(Number(antenna), field);
  for (const [name, inputs] of Object.entries(order.inputs ?? {}))
    for (const [key, value] of Object.entries(inputs)) boards.get(name)?.world.set(key, value);
  for (const [name, hex] of Object.entries(order.rx ?? {})) {
    const board = boards.get(name);
    if (board) board.came += hex;
  }
  const answer = { due: 1e15 };
  for (const [name, board] of boards) {
    const hex = board.pass(order.to);
    if (hex) (answer.tx ??= {})[name] = hex;
    const said = board.world.outputs;
    if (said.length) {
      (answer.out ??= []).push(...said.map(([key, value]) => [name, key, value]));
      board.world.outputs = [];
    }
    if (board.dead) (answer.dead ??= {})[name] = board.dead;
    answer.due = Math.min(answer.due, board.due());
  }
  return answer;
}

function say(text) {
  const data = Buffer.from(text + "\n");
  for (let place = 0; place < data.length; ) place += fs.writeSync(1, data, place);
}

// Orders are read without the event loop, so that an answer takes only a few microseconds.
const bite = Buffer.alloc(65536);
let rest = "";
say("{}");
for (;;) {
  const count = fs.readSync(0, bite);
  if (!count) process.exit(0);
  rest += bite.toString("utf8", 0, count);
  let end;
  while ((end = rest.indexOf("\n")) >= 0) {
    const order = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    say(JSON.stringify(await obey(order)));
  }
}
