// A new board with MicroPython's own prompt and file system.
//
// node prompt.mjs
//
// stdin and stdout are its port, which carries the prompt or, while a node runs, the node's line.
// "\r" followed by Ctrl-C stops the node, as on a board's USB port. Files survive a reset, for
// example by `machine.reset()`. A board with /main.py starts as on real hardware, but without the
// endless loop, because the only thread here must also read the port.

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { Machine } from "../chips/machine.mjs";

process.on("uncaughtException", (error) => {
  process.stderr.write(`the board has ended: ${String(error.message).slice(0, 2000)}\n`);
  process.exit(1);
});

const CHIPS = new URL("../chips/", import.meta.url).pathname;
const SYSTEM = new Set(["dev", "proc", "tmp", "home", "shim"]);
const STOP = Buffer.from("\r\x03");
const PASTE = Buffer.from("\x05A\x01");

const began = performance.now();
const world = {
  now: () => performance.now() - began,
  random: Math.random,
  field: () => ({ tags: [] }),
  inputs: new Map(),
  output() {},
  on() {},
};

let python;
let files = new Map(); // path -> bytes, or null for a folder
let runs = false;
let resets = false;
let timer = null;
let last = Buffer.alloc(0);
let booting = true;
let early = Buffer.alloc(0); // input that arrived during the boot

function read(folder = "/") {
  for (const name of python.FS.readdir(folder)) {
    if (name === "." || name === ".." || (folder === "/" && SYSTEM.has(name))) continue;
    const place = path.posix.join(folder, name);
    if (python.FS.isDir(python.FS.stat(place).mode)) {
      files.set(place, null);
      read(place);
    } else files.set(place, python.FS.readFile(place));
  }
}

async function boot() {
  booting = true;
  runs = resets = false;
  clearTimeout(timer);
  if (python) {
    files = new Map();
    read();
  }
  python = await loadMicroPython({
    heapsize: 1024 * 1024,
    linebuffer: false,
    stdout: (data) => {
      if (!runs) process.stdout.write(Buffer.from(data));
    },
  });
  for (const [place, bytes] of files)
    if (bytes === null) python.FS.mkdir(place);
    else python.FS.writeFile(place, bytes);
  const role = files.has("/role.json") ? JSON.parse(Buffer.from(files.get("/role.json")).toString()) : {};
  const machine = new Machine(role, world);
  machine.port("reset", () => {
    resets = true;
    return "";
  });
  python.registerJsModule("_board", machine.js);
  python.FS.mkdir("/shim");
  python.FS.writeFile("/shim/machine.py", fs.readFileSync(path.join(CHIPS, "machine.py")));
  python.runPython("import sys\nsys.path.append('/shim')\nsys.path.append('/')");
  if (files.has("/main.py")) start();
  if (!runs && !resets) python.replInit();
  booting = false;
  if (resets) setTimeout(boot, 50);
  else {
    const data = early;
    early = Buffer.alloc(0);
    hear(data);
  }
}

// Do the same as `launch` in firmware/slots.py and `run` in firmware/main.py, but never wait.
function start() {
  const chance = crypto.randomBytes(16).toString("hex");
  try {
    runs = true;
    python.runPython(`
import slots, machine, binascii
_pointer = slots.begin()
if _pointer is not None:
    import sys, json, os
    sys.path.insert(0, "/" + _pointer.current)
    from firmware.identity import read_key
    from firmware.main import NodeLoop, Platform
    from firmware.node import Node
    from firmware.roles import open_role
    from firmware.watchdog import Watchdog
    class _Line:
        came = b""
        said = b""
        def read(self):
            data, self.came = self.came, b""
            return data
        def room(self, now):
            return 2048
        def write(self, data, now):
            self.said += data
    _line = _Line()
    with open("/role.json") as _file:
        _role = json.load(_file)
    _board = Platform(machine, machine.sleep_us, machine.ticks_us, int.from_bytes(os.urandom(4), "big") if hasattr(os, "urandom") else 7)
    _node = Node(_role, open_role(_role, _board, 0), _board.boot, 0, read_key(), binascii.unhexlify("${chance}"))
    _dog = Watchdog(lambda: machine.WDT(timeout=5000), 0, None)
    _loop = NodeLoop(_node, _line, _dog, slots.confirm, 0)
def _turn(text, now):
    _line.came += binascii.unhexlify(text)
    _loop.turn(now)
    machine.settle()
    said, _line.said = _line.said, b""
    return binascii.hexlify(said).decode()
_runs = _pointer is not None
`);
    runs = python.globals.get("_runs");
    if (runs) turn(Buffer.alloc(0));
  } catch (error) {
    process.stderr.write(`the node has ended: ${String(error.message).slice(0, 300)}\n`);
    runs = false;
    resets = true;
  }
}

function turn(data) {
  clearTimeout(timer);
  const out = python.globals.get("_turn")(data.toString("hex"), Math.floor(performance.now() - began));
  if (out) process.stdout.write(Buffer.from(out, "hex"));
  timer = setTimeout(() => turn(Buffer.alloc(0)), 5);
}

function hear(data) {
  if (booting || resets) {
    early = Buffer.concat([early, data]);
    return;
  }
  if (runs) {
    if (data.includes(STOP)) {
      runs = false;
      clearTimeout(timer);
      python.replInit();
    } else return turn(data);
  }
  for (const byte of data) {
    last = Buffer.concat([last, Buffer.from([byte])]).subarray(-PASTE.length);
    // This port of MicroPython can't read while it runs, so report that it has no raw paste.
    if (PASTE.subarray(0, 1).equals(last.subarray(-1)) || PASTE.subarray(0, 2).equals(last.subarray(-2))) continue;
    if (last.equals(PASTE)) process.stdout.write("R\x00");
    else python.replProcessChar(byte);
    if (resets) {
      // From now on, input is for the restarted board.
      boot();
      return;
    }
  }
}

process.stdin.on("data", hear);
process.stdin.on("end", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));
await boot();
