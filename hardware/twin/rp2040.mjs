// Runs MicroPython's own image on an emulated RP2040, with the simulated chips on its pins and SPI.
//
// node rp2040.mjs IMAGE.uf2 BOOTROM FILES ROLE FIELDS SECONDS
//
// BOOTROM is the chip's own 16 KB, FILES the file system that lies in the flash behind the program,
// ROLE a role file as JSON, FIELDS the uids on each antenna as JSON ([[uid, ...], ...]). What the
// board sends on UART 1 goes to stdout; it ends at a line "end", or after SECONDS of its own time
// with status 1. Times are of the emulated processor's clock; misses of the flash cache are not
// modelled.

import fs from "node:fs";
import { GPIOPinState, Simulator, USBCDC } from "rp2040js";
import { Machine } from "./chips/machine.mjs";

const [image, bootrom, files, role, fields, seconds] = process.argv.slice(2);
const FLASH = 0x10000000;
const FILES_AT = 0xa0000; // of 2 MB of flash, the last 1408 KB
const CYCLE_NS = 8; // 125 MHz
const POLL_NS = 50000;
const TX_INTERRUPT = 1 << 5;
const BITS = 10; // of a byte on a serial line

const { rp2040: chip } = new Simulator();
const { clock } = chip;
const words = fs.readFileSync(bootrom);
chip.loadBootrom(new Uint32Array(words.buffer, words.byteOffset, words.length / 4));
const blocks = fs.readFileSync(image);
for (let at = 0; at < blocks.length; at += 512) {
  const to = blocks.readUInt32LE(at + 12) - FLASH;
  const size = blocks.readUInt32LE(at + 16);
  if (to >= 0 && to < 2 << 20) chip.flash.set(blocks.subarray(at + 32, at + 32 + size), to);
}
chip.flash.set(fs.readFileSync(files), FILES_AT);
chip.core.PC = FLASH;
chip.logger = { debug() {}, info() {}, warn() {}, error() {} };

// The second core's mailbox is never full and never empty: nothing waits for that core.
const readSio = chip.sio.readUint32.bind(chip.sio);
chip.sio.readUint32 = (offset) => (offset === 0x50 ? 3 : readSio(offset));

// A UART that sends at its rate, and whose transmit interrupt comes when its FIFO is half empty.
for (const uart of chip.uart) {
  const DEPTH = 32;
  let held = 0;
  const sent = clock.createAlarm(() => {
    held--;
    if (held) sent.schedule((BITS * 1e9) / uart.baudRate);
    if (held === DEPTH / 2) {
      uart.interruptStatus |= TX_INTERRUPT;
      uart.checkInterrupts();
    }
  });
  uart.checkInterrupts = () =>
    chip.setInterrupt(uart.irq, Boolean(uart.interruptStatus & uart.interruptMask));
  const write = uart.writeUint32.bind(uart);
  uart.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset !== 0) return;
    held++;
    if (held === 1) sent.schedule((BITS * 1e9) / uart.baudRate);
  };
  Object.defineProperty(uart, "flags", {
    get: () =>
      (held === 0 ? 1 << 7 : 0) | (held >= DEPTH ? 1 << 5 : 0) | (held ? 1 << 3 : 0) |
      (uart.rxFIFO.full ? 1 << 6 : 0) | (uart.rxFIFO.empty ? 1 << 4 : 0),
  });
}

const antennas = JSON.parse(fields).map((uids) => ({ tags: uids.map((uid) => ({ uid })) }));
const machine = new Machine(JSON.parse(role), {
  now: () => clock.nanos / 1e6,
  random: () => 0.5,
  field: (antenna) => antennas[antenna],
  inputs: new Map(),
  output() {},
  on() {},
});

function settle() {
  for (const [pin, level] of machine.inputs()) chip.gpio[pin].setInputValue(level);
}
for (const [pin, gpio] of chip.gpio.entries())
  gpio.addListener((state) => {
    if (state !== GPIOPinState.Low && state !== GPIOPinState.High) return;
    machine.run(`o ${pin} ${state === GPIOPinState.High ? 1 : 0}`);
    settle();
  });
const poll = clock.createAlarm(() => {
  settle();
  poll.schedule(POLL_NS);
});
poll.schedule(POLL_NS);

// SPI gives and takes byte by byte; a chip's answer lies ready when its transfer begins.
const place = new Map();
for (const { nss } of machine.devices()) machine.watch(nss, () => place.set(nss, 0));
for (const [bus, spi] of chip.spi.entries()) {
  let next = 0xff;
  const done = clock.createAlarm(() => {
    settle();
    spi.completeTransmit(next);
  });
  spi.onTransmit = (value) => {
    next = 0xff;
    for (const one of machine.devices()) {
      if (one.bus !== bus || machine.levels.get(one.nss) !== 0) continue;
      const at = place.get(one.nss) ?? 0;
      place.set(one.nss, at + 1);
      next = one.device.transfer(Buffer.from([value]))?.[at] ?? 0xff;
    }
    done.schedule(8e9 / spi.clockFrequency);
  };
}

let line = "";
chip.uart[1].onByte = (byte) => {
  if (byte !== 10) {
    line += String.fromCharCode(byte);
    return;
  }
  if (line === "end") process.exit(0);
  process.stdout.write(`${line}\n`);
  line = "";
};
// The board's prompt, for what goes wrong.
new USBCDC(chip.usbCtrl).onSerialData = (data) => process.stderr.write(data);

const end = +seconds * 1e9;
while (clock.nanos < end) {
  if (chip.core.waiting) clock.tick(Math.max(clock.nanosToNextAlarm, CYCLE_NS));
  else clock.tick(chip.core.executeInstruction() * CYCLE_NS);
}
process.stderr.write(`the board has not come to its end in ${seconds} s\n`);
process.exit(1);
