// The pins and buses of a simulated board, which carry out the actions of `machine.py`.
//
// `world` is the table around the board: `now()` ms since the board's start, `random()`,
// `field(antenna)`, `inputs`, `output(name, value)`, `on(name, callback)`.
// Parts connect themselves with these methods:
//   machine.watch(pin, (value) => ...)    an output of the board
//   machine.drive(pin, () => value)       an input of the board: a level
//   machine.analog(pin, () => value)      an analog input, 0 to 65535
//   machine.pulses(pin, ({freq, ns}) => ...)   a PWM output; ns is the pulse's length
//   machine.strip(pin, (bytes, ns) => ...)    LEDs on a pin; ns: high and low times of a zero and a one
//   machine.device(bus, nss, device)      SPI: device.select(), device.transfer(bytes) -> bytes or
//                                         nothing, device.release()
//   machine.port(name, (text) => text)    anything else, under a name that the part chooses
//   machine.micros()                      the board's time, which advances while the firmware sleeps

import { partsOf } from "./parts.mjs";

const NOTHING = new Uint8Array(0);

export class Machine {
  constructor(role, world) {
    this.role = role;
    this.world = world;
    this.levels = new Map();
    this._time = 0;
    this._watch = new Map();
    this._drive = new Map();
    this._analog = new Map();
    this._pulses = new Map();
    this._strips = new Map();
    this._ports = new Map();
    this._devices = [];
    this.parts = partsOf(role).map((Part) => new Part(this, role, world));
    // The interpreter's JS module `_board`. It can pass strings and integers, but not bytes.
    this.js = { run: (text) => this.run(text), level: (text, pin) => this.level(text, pin) };
  }

  watch(pin, callback) {
    if (!this._watch.has(pin)) this._watch.set(pin, []);
    this._watch.get(pin).push(callback);
  }
  drive(pin, give) {
    this._drive.set(pin, give);
  }
  analog(pin, give) {
    this._analog.set(pin, give);
  }
  pulses(pin, callback) {
    this._pulses.set(pin, callback);
  }
  strip(pin, callback) {
    this._strips.set(pin, callback);
  }
  port(name, callback) {
    this._ports.set(name, callback);
  }
  device(bus, nss, device) {
    this._devices.push({ bus, nss, device });
    this.watch(nss, (value) => (value ? device.release() : device.select()));
  }
  // The board's inputs with their current levels, for a fully emulated board.
  inputs() {
    return [...this._drive].map(([pin, give]) => [pin, Boolean(give())]);
  }
  // The devices on SPI: {bus, nss, device}.
  devices() {
    return this._devices;
  }
  micros() {
    const now = this.world.now() * 1000;
    if (now > this._time) this._time = now;
    return this._time;
  }

  // Carries out the firmware's actions and returns a pin's level, the most frequent request.
  level(text, pin) {
    if (text) this.run(text);
    else this.micros();
    const give = this._drive.get(pin);
    return (give ? give() : this.levels.get(pin) ?? 1) ? 1 : 0;
  }

  // Carries out the firmware's actions since its last read, and returns the value that it reads.
  // Each line is a letter, its object, and a value:
  //   o pin level   a pin   p pin freq ns   n pin hex ns,ns,ns,ns   t us   c name text
  //   w bus hex   r bus count
  run(text) {
    let answer = "";
    this.micros();
    for (const line of text.split("\n")) {
      const [what, which, value, more] = line.split(" ");
      switch (what) {
        case "o": {
          const level = +value;
          const pin = +which;
          if (this.levels.get(pin) !== level) {
            this.levels.set(pin, level);
            for (const callback of this._watch.get(pin) ?? []) callback(level);
          }
          break;
        }
        case "w":
          this._transfer(+which, Buffer.from(value, "hex"));
          break;
        case "r":
          answer = this._transfer(+which, Buffer.alloc(+value, 0xff));
          break;
        case "t":
          this._time += +which;
          break;
        case "a":
          answer = String(this._analog.get(+which)?.() ?? 0);
          break;
        case "p":
          this._pulses.get(+which)?.({ freq: +value, ns: +more });
          break;
        case "n":
          this._strips.get(+which)?.(Buffer.from(value, "hex"), more.split(",").map(Number));
          break;
        case "c":
          answer = String(this._ports.get(which)?.(value) ?? "");
          break;
      }
    }
    return answer;
  }

  _transfer(bus, bytes) {
    let answer = NOTHING;
    for (const { bus: other, nss, device } of this._devices)
      if (other === bus && this.levels.get(nss) === 0) answer = device.transfer(bytes) ?? answer;
    const out = Buffer.alloc(bytes.length, 0xff);
    out.set(answer.subarray(0, bytes.length));
    return out.toString("hex");
  }
}
