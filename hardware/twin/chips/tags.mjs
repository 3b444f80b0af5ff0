// The tags in the field of an antenna, as a reader hears them: ISO 15693.

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

// A uid as it goes over the air: the lowest byte first.
const AIR = new Map();
function airOf(uid) {
  let air = AIR.get(uid);
  if (!air) {
    air = Buffer.from(uid, "hex").reverse();
    AIR.set(uid, air);
  }
  return air;
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

export class Vicinity {
  constructor(world) {
    this.world = world;
    this.quiet = new Set();
    this.overheard = null;
    this.slots = [];
    this.slot = 0;
  }

  // The field goes off: tags forget that they were told to be quiet.
  off() {
    this.quiet.clear();
    this.overheard = null;
    this.slots = [];
  }

  // Takes a frame with its CRC; gives the replies in the first slot, each with its CRC.
  hear(frame, antenna) {
    this.slots = [];
    this.slot = 0;
    const end = frame.length - 2;
    if (end < 2 || crc15693(frame.subarray(0, end)) !== (frame[end] | (frame[end + 1] << 8))) return [];
    const [flags, command] = frame;
    if (flags & 4) {
      if (command !== 1) return [];
      let at = 2;
      if (flags & 0x10) at++;
      const count = frame[at];
      const mask = frame.subarray(at + 1, end);
      const single = (flags & 0x20) !== 0;
      if (count > (single ? 64 : 60) || mask.length !== (count + 7) >> 3) return [];
      this.slots = Array.from({ length: single ? 1 : 16 }, () => []);
      for (const uid of this._hearing(antenna)) {
        if (this.quiet.has(uid)) continue;
        const air = airOf(uid);
        if (!begins(air, mask, count)) continue;
        this.slots[single ? 0 : bitsOf(air, count, 4)].push(uid);
      }
      return this._replies();
    }
    if (command === 2 && flags & 0x20 && end === 10) {
      const uid = Buffer.from(frame.subarray(2, 10)).reverse().toString("hex").toUpperCase();
      this.quiet.add(uid);
    }
    return [];
  }

  // An end of frame alone: the next slot begins.
  next() {
    this.slot++;
    return this._replies();
  }

  _replies() {
    const uids = this.slots[this.slot] ?? [];
    return uids.map((uid) => {
      const reply = Buffer.alloc(12);
      reply.set(airOf(this._garbled(uid)), 2);
      reply.writeUInt16LE(crc15693(reply.subarray(0, 10)), 10);
      return reply;
    });
  }

  _garbled(uid) {
    const { corrupt } = this._field;
    if (!corrupt || this.world.random() >= corrupt) return uid;
    const place = Math.floor(this.world.random() * (uid.length - 3));
    const wrong = Math.floor(this.world.random() * 65536).toString(16).padStart(4, "0");
    return (uid.slice(0, place) + wrong + uid.slice(place + 4)).toUpperCase();
  }

  // The tags that hear a frame and whose reply comes through.
  _hearing(antenna) {
    const { world } = this;
    const field = (this._field = world.field(antenna) ?? { tags: [] });
    const uids = [];
    for (const { uid, miss } of field.tags)
      if (uid.length === 16 && !(miss && world.random() < miss)) uids.push(uid.toUpperCase());
    if (this.overheard === null) {
      // Whether a neighbour's tag is in the field is one throw for as long as the field is on.
      this.overheard = [];
      if (field.cross)
        for (const uid of field.near ?? [])
          if (uid.length === 16 && world.random() < field.cross) this.overheard.push(uid.toUpperCase());
      if (field.ghost) this.overheard.push(field.ghost.toUpperCase());
    }
    for (const uid of this.overheard) if (!uids.includes(uid)) uids.push(uid);
    return uids;
  }
}
