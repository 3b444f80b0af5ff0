// The tags in an antenna's field, as a reader hears them: ISO 15693 (`Vicinity`) and ISO 14443 A
// (`Proximity`). Both use the same list of tags; the length of a uid shows its standard.

const CRC = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  CRC[byte] = crc;
}

export function crc15693(bytes) {
  let crc = 0xffff;
  for (const byte of bytes) crc = (crc >> 8) ^ CRC[(crc ^ byte) & 255];
  return crc ^ 0xffff;
}

// A uid as sent over the air, lowest byte first.
const AIR = new Map();
function airOf(uid) {
  let air = AIR.get(uid);
  if (!air) {
    air = Buffer.from(uid, "hex").reverse();
    AIR.set(uid, air);
  }
  return air;
}

// A uid in air order as a single number, for use in a set.
function wordOf(air) {
  return air.readBigUInt64LE(0);
}

function bitsOf(bytes, from, count) {
  let value = 0;
  for (let bit = 0; bit < count; bit++)
    value |= ((bytes[(from + bit) >> 3] >> ((from + bit) & 7)) & 1) << bit;
  return value;
}

function begins(bytes, mask, count) {
  for (let bit = 0; bit < count; bit += 8) {
    const width = Math.min(8, count - bit);
    if (((bytes[bit >> 3] ^ mask[bit >> 3]) & ((1 << width) - 1)) !== 0) return false;
  }
  return true;
}

// The tags in a field, with read noise.
class Field {
  constructor(world, lengths) {
    this.world = world;
    this.lengths = lengths; // lengths of uids, in hexadecimal digits
    this.overheard = null;
    this.corrupt = 0;
  }

  off() {
    this.overheard = null;
  }

  // Returns the uids of the tags that hear a frame and whose reply is received.
  hearing(antenna) {
    const { world, lengths } = this;
    const field = world.field(antenna);
    if (!field) return [];
    this.corrupt = field.corrupt ?? 0;
    const uids = [];
    for (const { uid, miss } of field.tags)
      if (lengths.includes(uid.length) && !(miss && world.random() < miss)) uids.push(uid);
    if (this.overheard === null) {
      // Each time the field goes on, one random draw decides if a neighbour's tag is overheard.
      this.overheard = [];
      for (const { uid, cross } of field.near ?? [])
        if (lengths.includes(uid.length) && world.random() < cross) this.overheard.push(uid);
    }
    for (const uid of this.overheard) if (!uids.includes(uid)) uids.push(uid);
    const { ghost } = field;
    if (ghost && lengths.includes(ghost.length)) uids.push(ghost);
    return uids;
  }

  // Returns a uid as it is heard, which is sometimes a wrong but well-formed one.
  garbled(uid) {
    const { world, corrupt } = this;
    if (!corrupt || world.random() >= corrupt) return uid;
    const place = Math.floor(world.random() * (uid.length - 3));
    const wrong = Math.floor(world.random() * 65536).toString(16).padStart(4, "0").toUpperCase();
    return uid.slice(0, place) + wrong + uid.slice(place + 4);
  }
}

export class Vicinity {
  constructor(world) {
    this.field = new Field(world, [16]);
    this.quiet = new Set();
    this.slots = [];
    this.slot = 0;
  }

  // Switches the field off, so that tags forget that they were told to be quiet.
  off() {
    this.quiet.clear();
    this.field.off();
    this.slots = [];
  }

  // Receives a frame with its CRC; returns the replies in the first slot, each with its CRC.
  hear(frame, antenna) {
    this.slots = [];
    this.slot = 0;
    const end = frame.length - 2;
    if (end < 2 || crc15693(frame.subarray(0, end)) !== (frame[end] | (frame[end + 1] << 8))) return [];
    const [flags, command] = frame;
    if (flags & 4) return command === 1 ? this._inventory(frame.subarray(0, end), antenna) : [];
    if (command === 2 && flags & 0x20 && end === 10) this.quiet.add(wordOf(frame.subarray(2, 10)));
    return [];
  }

  // Receives an end of frame alone, which begins the next slot.
  next() {
    this.slot++;
    return this._replies();
  }

  _inventory(frame, antenna) {
    const at = frame[0] & 0x10 ? 3 : 2;
    const count = frame[at];
    const mask = frame.subarray(at + 1);
    const single = (frame[0] & 0x20) !== 0;
    if (count > (single ? 64 : 60) || mask.length !== (count + 7) >> 3) return [];
    this.slots = [];
    for (const uid of this.field.hearing(antenna)) {
      const air = airOf(uid);
      if (this.quiet.size && this.quiet.has(wordOf(air))) continue;
      if (!begins(air, mask, count)) continue;
      const slot = single ? 0 : bitsOf(air, count, 4);
      (this.slots[slot] ??= []).push(uid);
    }
    return this._replies();
  }

  _replies() {
    const uids = this.slots[this.slot];
    if (!uids) return [];
    return uids.map((uid) => {
      const reply = Buffer.alloc(12);
      reply.set(airOf(this.field.garbled(uid)), 2);
      reply.writeUInt16LE(crc15693(reply.subarray(0, 10)), 10);
      return reply;
    });
  }
}

const LEVELS = [0x93, 0x95, 0x97];
const CASCADE_TAG = 0x88;

// The levels of a uid of 4, 7 or 10 bytes; each has four bytes and their checksum.
const PARTS = new Map();
function partsOf(uid) {
  let parts = PARTS.get(uid);
  if (!parts) {
    const bytes = [...Buffer.from(uid, "hex")];
    parts = [];
    while (bytes.length > 4) parts.push([CASCADE_TAG, ...bytes.splice(0, 3)]);
    parts.push(bytes);
    parts = parts.map((four) => Uint8Array.from([...four, four[0] ^ four[1] ^ four[2] ^ four[3]]));
    PARTS.set(uid, parts);
  }
  return parts;
}

export class Proximity {
  constructor(world) {
    this.field = new Field(world, [8, 14, 20]);
    this.off();
  }

  off() {
    this.field.off();
    this.halted = new Set();
    this.selected = new Map(); // uid -> number of levels in which it is selected
    this.listening = [];
  }

  // Receives a frame of whose last byte only `bits` bits count. Returns the replies as [bytes, first
  // bit, number of bits], each with its CRC if it has one.
  hear(frame, bits, antenna) {
    const [command] = frame;
    if (frame.length === 1 && bits === 7 && (command === 0x26 || command === 0x52)) {
      if (command === 0x52) this.halted.clear();
      this.selected.clear();
      // Noise is drawn once per card and call, as for an inventory.
      this.listening = this.field.hearing(antenna).filter((uid) => !this.halted.has(uid));
      this.heardAs = new Map(this.listening.map((uid) => [uid, this.field.garbled(uid)]));
      return this.listening.map((uid) => [Uint8Array.from([uid.length === 8 ? 0x04 : 0x44, 0]), 0, 16]);
    }
    const level = LEVELS.indexOf(command);
    if (level >= 0 && frame[1] === 0x70) return this._select(frame, level);
    if (level >= 0) return this._anticollision(frame, level);
    if (command === 0x50 && checked(frame)) {
      for (const uid of this.listening)
        if (this.selected.get(uid) === partsOf(this.heardAs.get(uid)).length) this.halted.add(uid);
      this.listening = [];
    }
    return [];
  }

  _at(level) {
    return this.listening.filter((uid) => (this.selected.get(uid) ?? 0) === level);
  }

  _anticollision(frame, level) {
    const known = ((frame[1] >> 4) - 2) * 8 + (frame[1] & 7);
    const mask = frame.subarray(2);
    return this._at(level)
      .map((uid) => partsOf(this.heardAs.get(uid))[level])
      .filter((part) => part && begins(part, mask, known))
      .map((part) => [part, known, 40 - known]);
  }

  _select(frame, level) {
    if (!checked(frame)) return [];
    const replies = [];
    for (const uid of this._at(level)) {
      const parts = partsOf(this.heardAs.get(uid));
      if (!parts[level] || !begins(parts[level], frame.subarray(2), 40)) continue;
      this.selected.set(uid, level + 1);
      const sak = level + 1 < parts.length ? 0x04 : 0x08;
      replies.push([withCrcA([sak]), 0, 24]);
    }
    return replies;
  }
}

function crcA(bytes) {
  let crc = 0x6363;
  for (const byte of bytes) crc = (crc >> 8) ^ CRC[(crc ^ byte) & 255];
  return crc;
}

export function withCrcA(bytes) {
  const crc = crcA(bytes);
  return Uint8Array.from([...bytes, crc & 255, crc >> 8]);
}

function checked(frame) {
  const end = frame.length - 2;
  return end > 0 && crcA(frame.subarray(0, end)) === (frame[end] | (frame[end + 1] << 8));
}

// Returns what a reader hears if several cards reply at once: [bytes from bit 0 on, number of bits
// before the first collision, or -1].
export function together(replies) {
  const [, , count] = replies[0];
  const out = new Uint8Array((count + 7) >> 3);
  let collision = -1;
  for (let bit = 0; bit < count; bit++) {
    let ones = 0;
    let zeros = 0;
    for (const [bytes, from] of replies)
      if ((bytes[(from + bit) >> 3] >> ((from + bit) & 7)) & 1) ones++;
      else zeros++;
    if (ones && zeros && collision < 0) collision = bit;
    // A bit with the subcarrier in both halves is read as a one.
    if (ones) out[bit >> 3] |= 1 << (bit & 7);
  }
  return [out, collision];
}
