// A PN532, simulated at the level of its SPI frames: status, acknowledge, commands, up to two cards.

import { Proximity } from "./tags.mjs";

const ACK = [0x00, 0x00, 0xff, 0x00, 0xff, 0x00];
const SYNTAX = [0x00, 0x00, 0xff, 0x01, 0xff, 0x7f, 0x81, 0x00];

// The chip sends and receives the lowest bit of each byte first.
const TURNED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let out = 0;
  for (let bit = 0; bit < 8; bit++) out |= ((byte >> bit) & 1) << (7 - bit);
  return out;
});
const turn = (bytes) => Uint8Array.from(bytes, (byte) => TURNED[byte]);

function framed(body) {
  const sum = body.reduce((total, byte) => total + byte, 0);
  return [0, 0, 0xff, body.length, -body.length & 255, ...body, -sum & 255, 0];
}

export class Pn532 {
  constructor(machine, role, world) {
    const pins = { bus: 0, nss: 17, reset: 21, ...role.pins };
    this.machine = machine;
    this.world = world;
    this.mux = role.mux ?? [10, 11, 12, 13];
    this.tags = new Proximity(world);
    this.restart();
    machine.device(pins.bus, pins.nss, this);
    machine.watch(pins.reset, (level) => {
      if (!level) this.restart();
    });
  }

  restart() {
    this.out = []; // frames for the host: [ready at, bytes]
    this.bytes = [];
    this.listed = false;
    this.tags.off();
  }

  select() {
    this.bytes = [];
  }
  transfer(bytes) {
    if (this.world.inputs?.get("reader-dead")) return null;
    const first = this.bytes.length === 0;
    this.bytes.push(...turn(bytes));
    if (first) return null;
    const ready = this.out.length > 0 && this.out[0][0] <= this.machine.micros();
    if (this.bytes[0] === 0x02) return turn([ready ? 1 : 0]);
    if (this.bytes[0] === 0x03 && ready) return turn(this.out.shift()[1].concat(new Array(80).fill(0)));
    return null;
  }
  release() {
    if (this.bytes[0] === 0x01 && this.bytes.length > 1) this._do(this.bytes.slice(1));
    this.bytes = [];
  }

  _do(frame) {
    const at = frame.findIndex((byte, place) => byte === 0 && frame[place + 1] === 0xff);
    if (at < 0) return;
    const length = frame[at + 2];
    const body = frame.slice(at + 4, at + 4 + length);
    const sum = frame.slice(at + 4, at + 5 + length).reduce((total, byte) => total + byte, 0);
    // A frame with a wrong checksum is not acknowledged.
    if ((length + frame[at + 3]) & 255 || sum & 255 || body[0] !== 0xd4) return;
    const now = this.machine.micros();
    const [answer, took] = this._answer(body.slice(1));
    this.out = [
      [now + 300, ACK],
      [now + 600 + took, answer ? framed([0xd5, body[1] + 1, ...answer]) : SYNTAX],
    ];
  }

  _answer([command, ...more]) {
    switch (command) {
      case 0x02:
        return [[0x32, 0x01, 0x06, 0x07], 0];
      case 0x14:
        return [[], 0];
      case 0x32:
        if (more[0] === 1 && !(more[1] & 1)) this.tags.off();
        return [[], 0];
      case 0x4a:
        return this._list(more[0], more[1]);
      default:
        return [null, 0];
    }
  }

  _list(most, speed) {
    if (most < 1 || most > 2 || speed !== 0) return [null, 0];
    // If asked for two cards, the chip returns none every second time.
    this.listed = most === 2 && !this.listed;
    if (most === 2 && !this.listed) return [[0], 5000];
    let antenna = 0;
    for (const [place, pin] of this.mux.entries()) antenna |= (this.machine.levels.get(pin) ?? 0) << place;
    this.tags.off();
    const uids = this.tags.field.hearing(antenna).slice(0, most).map((uid) => this.tags.field.garbled(uid));
    const answer = [uids.length];
    for (const [place, uid] of uids.entries()) {
      const bytes = [...Buffer.from(uid, "hex")];
      answer.push(place + 1, 0, bytes.length === 4 ? 4 : 0x44, 8, bytes.length, ...bytes);
    }
    return [answer, 5000 + 8000 * uids.length];
  }
}
