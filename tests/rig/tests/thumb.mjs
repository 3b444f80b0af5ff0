// Compares hardware/twin/boards/thumb.mjs with `rp2040js`, from where it is run: every opcode, with
// random registers, flags and memory. Prints how many were compared, or the first that differs.

import { Simulator } from "rp2040js";
import { executor } from "../../../hardware/twin/boards/thumb.mjs";

console.warn = () => {}; // of addresses where nothing is

const RAM = 0x20000000;
const CODE = 0x1000;
const SIZE = 0x2000; // of the memory that is compared
const TIMES = 3;
const SEED = 35;

let state = SEED;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state;
}

function made() {
  const { rp2040: chip } = new Simulator();
  chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
  chip.onBreak = () => {};
  return chip;
}

const one = made();
const other = made();
const { execute, times } = executor(one);
times.set([0, 0, 1]); // one instruction at a time

// Values that meet, overflow, or are addresses of words in the memory, with an offset now and then.
function value() {
  const kind = random() >>> 29;
  if (kind < 4) return RAM + CODE / 2 + ((random() >>> 20) & ~3) + (kind === 3 ? random() >>> 30 : 0);
  if (kind === 4) return random() >>> 27;
  return kind === 5 ? 0x7fffffff + (random() >>> 30) : random();
}

function prepare(opcode) {
  const registers = Array.from({ length: 16 }, value);
  registers[13] = RAM + CODE + ((random() >>> 21) & ~3);
  registers[15] = RAM + CODE;
  const flags = random();
  const second = random() >>> 16;
  for (const chip of [one, other]) {
    const { core } = chip;
    core.registers.set(registers);
    [core.N, core.Z, core.C, core.V] = [31, 30, 29, 28].map((bit) => ((flags >>> bit) & 1) === 1);
    core.waiting = core.interruptsUpdated = core.pendingSVCall = false;
    chip.sramView.setUint16(CODE, opcode, true);
    chip.sramView.setUint16(CODE + 2, second, true);
  }
}

function seen({ core, sram }) {
  const memory = Buffer.from(sram.buffer, 0, SIZE);
  return { registers: [...core.registers], flags: [core.N, core.Z, core.C, core.V], memory };
}

for (let at = 0; at < SIZE; at += 4) {
  const word = random();
  for (const chip of [one, other]) chip.sramView.setUint32(at, word, true);
}
let compared = 0;
for (let opcode = 0; opcode < 65536; opcode++)
  for (let time = 0; time < TIMES; time++) {
    prepare(opcode);
    const cycles = execute();
    const expected = other.core.executeInstruction();
    if (cycles) compared++;
    else one.core.executeInstruction();
    const [here, there] = [seen(one), seen(other)];
    const same =
      (!cycles || cycles === expected) &&
      here.registers.every((value, at) => value === there.registers[at]) &&
      here.flags.every((flag, at) => flag === there.flags[at]) &&
      here.memory.equals(there.memory);
    if (!same) {
      console.log(JSON.stringify({ opcode: opcode.toString(2), cycles, expected, here, there }));
      process.exit(1);
    }
  }
console.log(compared);
