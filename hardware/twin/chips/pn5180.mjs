// A PN5180, simulated at register level: SPI commands byte by byte, BUSY, IRQs, and the RF field.

import { Proximity, Vicinity, crc15693, together, withCrcA } from "./tags.mjs";

const SYSTEM_CONFIG = 0x00;
const IRQ_STATUS = 0x02;
const IRQ_CLEAR = 0x03;
const CRC_RX_CONFIG = 0x12;
const RX_STATUS = 0x13;
const TX_CONFIG = 0x18;
const CRC_TX_CONFIG = 0x19;
const RF_STATUS = 0x1d;

const IRQ = {
  rx: 1 << 0, tx: 1 << 1, idle: 1 << 2, rfOff: 1 << 8, rfOn: 1 << 9, rfActive: 1 << 10, sof: 1 << 14, error: 1 << 17,
};
const COLLISION = 1 << 18;
const INTEGRITY = 1 << 16;
const TX_DATA = 0x4c0; // the bits of TX_CONFIG needed to send more than an end of frame

// Times of ISO 15693 at 26 kbit/s with one subcarrier (µs).
const BIT = 37.76;
const T1 = 320.9;
const REPLY_SOF = 151;
const HEARS_AFTER = 1000;

const USUAL_GAIN = 500;
const STARTS_WITHIN = 2500;
const FIELD_WITHIN = 500;
const NO_ANTENNA = -1;
const NO_COLLISION_AVOIDANCE = 1; // a flag of RF_ON

// Times of ISO 14443 A at 106 kbit/s (µs); each byte has a parity bit.
const BIT_A = 9.44;
const FDT = 91;
const NOBODY = new Uint8Array(0);

export class Pn5180 {
  constructor(machine, role, world) {
    const pins = { bus: 0, nss: 17, busy: 20, reset: 21, ...role.pins };
    this.machine = machine;
    this.mux = role.mux ?? [10, 11, 12, 13];
    this.vicinity = new Vicinity(world);
    this.proximity = new Proximity(world);
    // The chip's surroundings: a foreign field, a missing field supply, a slow start (µs), a slow
    // antenna switch (ms), and the number of frames that the transceiver refuses.
    this.around = (what) => Number(world.inputs?.get(what) ?? 0);
    this.dead = () => Boolean(this.around("reader-dead"));
    // If requested, report when the field goes on and off, in µs of the board.
    this.tell = (on) => {
      if (this.around("watch-field")) world.output("field", [on, machine.micros()]);
    };
    this.memory = Buffer.alloc(255);
    this.memory.set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], 0); // die identifier
    this.memory.set([0x00, 0x03, 0x05, 0x03, 0x00, 0x91], 0x10); // product 3.0, firmware 3.5, EEPROM 145.0
    this.wrote = (at, bytes) => world.output("eeprom", [at, bytes.toString("hex")]);
    this.refused = 0;
    this.switched = 0;
    for (const pin of this.mux)
      machine.watch(pin, () => {
        this.switched = machine.micros();
      });
    this.restart();
    machine.device(pins.bus, pins.nss, this);
    machine.drive(pins.busy, () => (this.dead() ? 0 : this.busy || this.starting ? 1 : 0));
    machine.watch(pins.reset, (level) => {
      if (!level) this.restart();
    });
  }

  restart() {
    this.registers = new Uint32Array(0x30);
    this.irq = 0;
    this.started = this.machine.micros() + (this.around("slow-start") || STARTS_WITHIN);
    this.planned = [[this.started, IRQ.idle]]; // [µs, IRQ bits]
    this.field = false;
    this.since = 0;
    this.config = 0xff;
    this.received = NOBODY;
    this.answer = null;
    this.reading = false;
    this.command = null;
    this.busy = false;
    this.vicinity.off();
    this.proximity.off();
  }

  get starting() {
    return this.machine.micros() < this.started;
  }

  // An SPI transfer is a command or, if the last command has an answer, that answer.
  select() {
    this.reading = this.answer !== null;
    this.command = null;
  }
  transfer(bytes) {
    if (this.dead() || this.starting) return null;
    this.busy = true;
    if (this.reading) return this.answer;
    this.command = this.command ? Buffer.concat([this.command, bytes]) : bytes;
    return null;
  }
  release() {
    this.busy = false;
    if (this.reading) this.answer = null;
    else if (this.command?.length) this._do(this.command);
    this.reading = false;
    this.command = null;
  }

  // The antenna that the switch has selected, or none while it is settling.
  get antenna() {
    if (this.machine.micros() < this.switched + 1000 * this.around("switch-takes")) return NO_ANTENNA;
    let antenna = 0;
    for (const [place, pin] of this.mux.entries()) antenna |= (this.machine.levels.get(pin) ?? 0) << place;
    return antenna;
  }

  _do(bytes) {
    switch (bytes[0]) {
      case 0x00:
        return this._write(bytes[1], 1, bytes.readUInt32LE(2));
      case 0x01:
        return this._write(bytes[1], 2, bytes.readUInt32LE(2));
      case 0x02:
        return this._write(bytes[1], 3, bytes.readUInt32LE(2));
      case 0x03:
        for (let at = 1; at + 6 <= bytes.length; at += 6)
          this._write(bytes[at], bytes[at + 1], bytes.readUInt32LE(at + 2));
        return undefined;
      case 0x04:
        return this._give([bytes[1]]);
      case 0x05:
        return this._give(bytes.subarray(1));
      case 0x07:
        this.answer = this.memory.subarray(bytes[1], bytes[1] + bytes[2]);
        return undefined;
      case 0x06:
        this.memory.set(bytes.subarray(2), bytes[1]);
        this.wrote(bytes[1], bytes.subarray(2));
        return undefined;
      case 0x09:
        return this._send(bytes[1], bytes.subarray(2));
      case 0x0a:
        this.answer = Buffer.from(this.received);
        return undefined;
      case 0x11:
        return this._load(bytes[1], bytes[2]);
      case 0x16:
        return this._on(bytes[1]);
      case 0x17:
        this.field = false;
        this.tell(0);
        this.vicinity.off();
        this.proximity.off();
        this.irq |= IRQ.rfOff;
        return undefined;
      default:
        this.irq |= IRQ.error;
        return undefined;
    }
  }

  _on(how) {
    if (this.around("foreign-field") && !(how & NO_COLLISION_AVOIDANCE)) {
      this.irq |= IRQ.rfActive;
      return;
    }
    if (this.around("no-field-supply")) return;
    this.field = true;
    this.tell(1);
    this.since = this.machine.micros() + FIELD_WITHIN;
    this.planned.push([this.since, IRQ.rfOn]);
  }

  _load(tx, rx) {
    if (!((tx <= 0x1c || tx === 0xff) && ((rx >= 0x80 && rx <= 0x9c) || rx === 0xff))) {
      this.irq |= IRQ.error;
      return;
    }
    if (tx !== 0xff) {
      this.config = tx;
      this.registers[TX_CONFIG] = 0x4c8;
      this.registers[CRC_TX_CONFIG] = tx === 0 ? 0x00 : 0x0b;
    }
    if (rx !== 0xff) this.registers[CRC_RX_CONFIG] = rx === 0x80 ? 0x400 : 0x0b;
  }

  _write(register, how, value) {
    const { registers } = this;
    if (register === IRQ_CLEAR) {
      this._settle();
      this.irq &= ~value;
      return;
    }
    if (register >= registers.length) {
      this.irq |= IRQ.error;
      return;
    }
    if (how === 1) registers[register] = value;
    else if (how === 2) registers[register] |= value;
    else if (how === 3) registers[register] &= value;
    // Leaving the transceive state cancels everything that was under way.
    if (register === SYSTEM_CONFIG && (registers[SYSTEM_CONFIG] & 7) === 0) this.planned = [];
  }

  _give(which) {
    this._settle();
    const out = Buffer.alloc(4 * which.length);
    for (let at = 0; at < which.length; at++) out.writeUInt32LE(this._read(which[at]) >>> 0, 4 * at);
    this.answer = out;
  }

  _read(register) {
    if (register === IRQ_STATUS) return this.irq;
    if (register === RX_STATUS) return this.irq & IRQ.rx ? this.registers[RX_STATUS] : 0;
    if (register === RF_STATUS) {
      const state = (this.registers[SYSTEM_CONFIG] & 7) === 3 ? 1 << 24 : 0;
      const gear = this.field ? this.around("gear") << 20 : 0;
      return state | gear | (this.field ? this.around("gain") || USUAL_GAIN : 0);
    }
    return this.registers[register] ?? 0;
  }

  _settle() {
    if (!this.planned.length) return;
    const now = this.machine.micros();
    this.planned = this.planned.filter(([at, bits]) => {
      if (at > now) return true;
      this.irq |= bits;
      return false;
    });
  }

  _send(bits, data) {
    // The transceiver sends data only while it is waiting for data.
    const stuck = this.refused < this.around("refuses-frames");
    if (stuck) this.refused++;
    if (stuck || (this.registers[SYSTEM_CONFIG] & 7) !== 3) {
      this.irq |= IRQ.error;
      return;
    }
    const now = this.machine.micros();
    this.received = NOBODY;
    this.registers[RX_STATUS] = 0;
    const hears = this.field && now - this.since >= HEARS_AFTER;
    if (this.config === 0x0d) this._vicinity(data, now, hears);
    else if (this.config === 0x00) this._proximity(data, bits, now, hears);
    else this.planned.push([now + 1000, IRQ.tx]);
  }

  _vicinity(data, now, hears) {
    const whole = (this.registers[TX_CONFIG] & TX_DATA) === TX_DATA;
    const sent = now + (whole ? (data.length * 8 + 16 + 3) * BIT : BIT);
    this.planned.push([sent, IRQ.tx]);
    if (!hears) return;
    let replies;
    if (!whole) replies = this.vicinity.next();
    else replies = this.vicinity.hear(this.registers[CRC_TX_CONFIG] & 1 ? withCrc(data) : data, this.antenna);
    if (replies.length) this._receive(replies, sent + T1);
  }

  _proximity(data, bits, now, hears) {
    const frame = this.registers[CRC_TX_CONFIG] & 1 ? withCrcA(data) : data;
    const sent = now + frame.length * 9 * BIT_A;
    this.planned.push([sent, IRQ.tx]);
    const replies = hears ? this.proximity.hear(frame, bits, this.antenna) : [];
    if (!replies.length) return;
    const [answer, collision] = together(replies);
    const align = (this.registers[CRC_RX_CONFIG] >> 6) & 7;
    const count = replies[0][2];
    // The first bit goes to the position that the host has set.
    const out = new Uint8Array((count + align + 7) >> 3);
    for (let bit = 0; bit < count; bit++)
      if ((answer[bit >> 3] >> (bit & 7)) & 1) out[(bit + align) >> 3] |= 1 << ((bit + align) & 7);
    this.received = out;
    let status = (1 << 9) | out.length;
    if (collision >= 0) status |= COLLISION | INTEGRITY | (collision << 19);
    this.registers[RX_STATUS] = status;
    this.planned.push([sent + FDT + BIT_A, IRQ.sof]);
    this.planned.push([sent + FDT + (count * 9 * BIT_A) / 8 + 2 * BIT_A, IRQ.rx]);
  }

  _receive(replies, begins) {
    const reply = Buffer.from(replies[0]);
    let status = 0;
    for (const other of replies.slice(1)) {
      for (let at = 0; at < reply.length; at++) {
        const differ = reply[at] ^ other[at];
        if (differ && !status) status = COLLISION | INTEGRITY | (Math.min(127, 8 * at + 31 - Math.clz32(differ & -differ)) << 19);
        // A bit with the subcarrier in both halves is read as a one.
        reply[at] |= other[at];
      }
    }
    let length = reply.length;
    if (this.registers[CRC_RX_CONFIG] & 1) length -= 2;
    this.received = reply.subarray(0, length);
    this.registers[RX_STATUS] = status | (1 << 9) | length;
    this.planned.push([begins + REPLY_SOF, IRQ.sof]);
    this.planned.push([begins + 2 * REPLY_SOF + reply.length * 8 * BIT, IRQ.rx]);
  }
}

function withCrc(data) {
  const crc = crc15693(data);
  return Buffer.concat([data, Buffer.from([crc & 255, crc >> 8])]);
}
