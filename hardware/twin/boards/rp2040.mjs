// An emulated RP2040 that runs MicroPython's own image, with simulated chips on its pins and SPI.
//
// Times follow the emulated processor's clock. Misses of the flash cache are not modelled.

import fs from "node:fs";
import { GPIOPinState, Simulator, USBCDC } from "rp2040js";
import { Machine } from "../chips/machine.mjs";
import { executor } from "./thumb.mjs";

const FLASH = 0x10000000;
const FILES_AT = 0xa0000; // the files take the last 1408 KB of 2 MB of flash
const POLL_NS = 50000;
const TX_INTERRUPT = 1 << 5;
const DEPTH = 32; // bytes in a UART's FIFO
const BITS = 10; // bits per byte on a serial line
const PROMPT = ">>> ";
const NEWLINE = 10;

export class Rp2040 {
  // `image` is a UF2 file, `bootrom` the chip's own 16 KB of ROM, and `files` the file system in the
  // flash after the program. `role` and `world` are as for a Machine. `line(text)` is called for
  // each line that the program sends on UART 1, `byte(value)` for each byte that the board sends on
  // UART 0, and `ended()` when the program has returned to the prompt.
  constructor(image, bootrom, files, role, world, { line, byte, ended }) {
    const { rp2040: chip } = new Simulator();
    this.chip = chip;
    this.world = world;
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
    this.executor = executor(chip);
    chip.logger = { debug() {}, info() {}, warn() {}, error() {} };

    // Report the second core's mailbox as neither full nor empty, so that nothing waits for it.
    const readSio = chip.sio.readUint32.bind(chip.sio);
    chip.sio.readUint32 = (offset) => (offset === 0x50 ? 3 : readSio(offset));

    let said = "";
    const hears = [
      byte,
      (value) => {
        if (value !== NEWLINE) {
          said += String.fromCharCode(value);
          return;
        }
        const whole = said;
        said = "";
        line(whole);
      },
    ];
    chip.uart.forEach((uart, which) => mend(chip, uart, hears[which]));
    this.coming = [];
    this.arrival = chip.clock.createAlarm(() => {
      chip.uart[0].feedByte(this.coming.shift());
      this.expect();
    });

    this.machine = new Machine(role, world);
    this.wire();
    // The board's prompt appears if something goes wrong.
    new USBCDC(chip.usbCtrl).onSerialData = (data) => {
      process.stderr.write(data);
      if (Buffer.from(data).includes(PROMPT)) ended();
    };
  }

  // Connects the simulated parts to the chip's pins and SPI.
  wire() {
    const { chip, machine } = this;
    const settle = () => {
      for (const [pin, level] of machine.inputs()) chip.gpio[pin].setInputValue(level);
    };
    for (const [pin, gpio] of chip.gpio.entries())
      gpio.addListener((state) => {
        if (state !== GPIOPinState.Low && state !== GPIOPinState.High) return;
        machine.run(`o ${pin} ${state === GPIOPinState.High ? 1 : 0}`);
        settle();
      });
    const poll = chip.clock.createAlarm(() => {
      settle();
      poll.schedule(POLL_NS);
    });
    poll.schedule(POLL_NS);
    // SPI exchanges single bytes; a chip's answer is complete when its transfer begins.
    const place = new Map();
    for (const { nss } of machine.devices()) machine.watch(nss, () => place.set(nss, 0));
    for (const [bus, spi] of chip.spi.entries()) {
      let next = 0xff;
      const done = chip.clock.createAlarm(() => {
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
  }

  // The board's time in ms.
  get now() {
    return this.chip.clock.nanos / 1e6;
  }

  // Receives bytes on UART 0, one after another.
  hear(bytes) {
    const idle = !this.coming.length;
    this.coming.push(...bytes);
    if (idle) this.expect();
  }
  expect() {
    if (this.coming.length) this.arrival.schedule((BITS * 1e9) / this.chip.uart[0].baudRate);
  }

  // Run until a time (ms), or until stopped.
  run(until) {
    const { chip } = this;
    const { execute, times } = this.executor;
    const { clock, core } = chip;
    const end = until * 1e6;
    while (clock.nanos < end && !this.stopped) {
      const cycle = 1e9 / chip.clkSys; // the program may change it
      if (core.waiting) {
        clock.tick(Math.max(Math.min(clock.nanosToNextAlarm, end - clock.nanos), cycle));
        continue;
      }
      // Until the next alarm, nothing but the core needs the time.
      const quiet = Math.min(clock.nextAlarm?.nanos ?? end, end);
      let cycles = 0;
      if (!core.interruptsUpdated) {
        times[0] = clock.nanosCounter;
        times[1] = quiet;
        times[2] = cycle;
        cycles = execute();
        clock.nanosCounter = times[0];
      }
      clock.tick((cycles || core.executeInstruction()) * cycle);
    }
  }
}

// Makes a UART send at its own rate, with a transmit interrupt when its FIFO is half empty.
function mend(chip, uart, hear) {
  const held = [];
  const each = () => (BITS * 1e9) / uart.baudRate;
  const sent = chip.clock.createAlarm(() => {
    hear(held.shift());
    if (held.length) sent.schedule(each());
    if (held.length === DEPTH / 2) {
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
    held.push(value & 255);
    if (held.length === 1) sent.schedule(each());
  };
  Object.defineProperty(uart, "flags", {
    get: () =>
      (held.length === 0 ? 1 << 7 : 0) | (held.length >= DEPTH ? 1 << 5 : 0) | (held.length ? 1 << 3 : 0) |
      (uart.rxFIFO.full ? 1 << 6 : 0) | (uart.rxFIFO.empty ? 1 << 4 : 0),
  });
}
