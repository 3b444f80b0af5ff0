// Runs firmware on the real MicroPython interpreter. Its serial line is stdin and stdout.
//
// node board.mjs FIRMWARE PROGRAM OPTIONS
//
// FIRMWARE is the folder of the package, and PROGRAM a Python file with `start(boot, options)`,
// `turn(data, now, room) -> bytes` and `due(now) -> int`. Times are milliseconds since the start.
// OPTIONS is JSON: `boot` (a number), `baud` (the serial line's rate, or 0 for no limit), `fifo` (the
// size of the serial port's output buffer in bytes), and options for the program. The program's
// output goes to stderr.

import fs from "node:fs";
import path from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

// By default, Node.js would print the interpreter's whole source before the error.
process.on("uncaughtException", (error) => {
  process.stderr.write(`the board's program has ended: ${error.message}\n`);
  process.exit(1);
});

const [firmware, program, text] = process.argv.slice(2);
const options = JSON.parse(text ?? "{}");
const fifo = options.fifo ?? 2048;
const rate = (options.baud ?? 0) / 10000; // bytes per millisecond; a byte takes ten bits

const python = await loadMicroPython({
  heapsize: 1024 * 1024,
  stdout: (line) => process.stderr.write(line + "\n"),
});

function copy(from, to) {
  python.FS.mkdir(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const name = path.join(from, entry.name);
    if (entry.isDirectory() && entry.name !== "__pycache__") copy(name, `${to}/${entry.name}`);
    else if (entry.name.endsWith(".py"))
      python.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(name));
  }
}

copy(firmware, "/firmware");
python.FS.writeFile("/program.py", fs.readFileSync(program));

// Only strings can be passed between the two languages, not bytes.
python.runPython(`
import sys
sys.path.insert(0, "/")
import binascii, json
import program
def _start(boot, text):
    program.start(boot, json.loads(text))
def _turn(text, now, room):
    return binascii.hexlify(program.turn(binascii.unhexlify(text), now, room)).decode()
def _due(now):
    return program.due(now)
`);
const turnPython = python.globals.get("_turn");
const duePython = python.globals.get("_due");

const began = performance.now();
let came = [];
let timer = null;
let free = 0; // the time at which the serial port will have sent everything in its buffer

function turn() {
  clearTimeout(timer);
  const now = performance.now() - began;
  const data = Buffer.concat(came).toString("hex");
  came = [];
  const held = rate ? Math.max(0, free - now) * rate : process.stdout.writableLength;
  const out = turnPython(data, Math.floor(now), Math.max(0, Math.floor(fifo - held)));
  if (out.length) {
    process.stdout.write(Buffer.from(out, "hex"));
    if (rate) free = Math.max(free, now) + out.length / 2 / rate;
  }
  timer = setTimeout(turn, Math.max(1, duePython(Math.floor(now)) - now));
}

process.stdin.on("data", (data) => {
  came.push(data);
  turn();
});
process.stdin.on("end", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));
python.globals.get("_start")(options.boot ?? 1, JSON.stringify(options));
turn();
