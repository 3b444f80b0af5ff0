// The instructions that a Cortex-M0+ executes most often, faster than `rp2040js` executes them.
//
// Results, flags and times are the same. Rare instructions, and those that access anything but RAM,
// flash and ROM, are left to `rp2040js`. Its chain of comparisons would take most of the time that
// an emulated board needs.

const FLASH = 0x10000000;
const RAM = 0x20000000;

// Returns `execute` and `times`. Call `execute` only if the core has no new interrupt. `times` has
// the current time, the time of the next alarm, and the length of a cycle, in ns. `execute` runs
// one instruction after another. After the first one that ends at the alarm or later, it returns
// the cycles of that instruction. Before one that is left to `rp2040js`, it returns 0. In both
// cases, it sets the current time in `times` to the time at which that instruction begins.
export function executor(chip) {
  const { core } = chip;
  const r = core.registers;
  const flash = views(chip.flash);
  const ram = views(chip.sram);
  const rom = views(new Uint8Array(chip.bootrom.buffer));
  const romEnd = chip.bootrom.byteLength;
  const flashEnd = FLASH + chip.flash.length;
  const ramEnd = RAM + chip.sram.length;

  function moved(to, value) {
    r[to] = value;
    core.N = (value & 0x80000000) !== 0;
    core.Z = value === 0;
    r[15] += 2;
    return 1;
  }
  function added(to, one, other) {
    const sum = one + other;
    r[to] = sum;
    core.N = (sum & 0x80000000) !== 0;
    core.Z = (sum | 0) === 0;
    core.C = sum > 0xffffffff;
    core.V = (~(one ^ other) & (one ^ sum)) < 0;
    r[15] += 2;
    return 1;
  }
  function compared(one, other) {
    const rest = one - other;
    core.N = (rest & 0x80000000) !== 0;
    core.Z = (rest | 0) === 0;
    core.C = one >= other;
    core.V = ((one ^ other) & (one ^ rest)) < 0;
    r[15] += 2;
    return 1;
  }
  function taken(from, to, other) {
    const cycles = compared(from, other);
    r[to] = from - other;
    return cycles;
  }
  function load(to, at) {
    if (at & 3) return 0;
    if (at >= RAM && at < ramEnd) r[to] = ram.words[(at - RAM) >> 2];
    else if (at >= FLASH && at < flashEnd) r[to] = flash.words[(at - FLASH) >> 2];
    else if (at < romEnd) r[to] = rom.words[at >> 2];
    else return 0;
    r[15] += 2;
    return 2;
  }
  function loadHalf(to, at) {
    if (at & 1) return 0;
    if (at >= RAM && at < ramEnd) r[to] = ram.halves[(at - RAM) >> 1];
    else if (at >= FLASH && at < flashEnd) r[to] = flash.halves[(at - FLASH) >> 1];
    else return 0;
    r[15] += 2;
    return 2;
  }
  function loadByte(to, at) {
    if (at >= RAM && at < ramEnd) r[to] = ram.bytes[at - RAM];
    else if (at >= FLASH && at < flashEnd) r[to] = flash.bytes[at - FLASH];
    else return 0;
    r[15] += 2;
    return 2;
  }
  function store(from, at) {
    if (at < RAM || at >= ramEnd || at & 3) return 0;
    ram.words[(at - RAM) >> 2] = r[from];
    r[15] += 2;
    return 2;
  }
  function storeHalf(from, at) {
    if (at < RAM || at >= ramEnd || at & 1) return 0;
    ram.halves[(at - RAM) >> 1] = r[from];
    r[15] += 2;
    return 2;
  }
  function storeByte(from, at) {
    if (at < RAM || at >= ramEnd) return 0;
    ram.bytes[at - RAM] = r[from];
    r[15] += 2;
    return 2;
  }
  function branch(to) {
    r[15] = to;
    return 2;
  }
  function push(opcode) {
    const last = r[13];
    let at = last;
    for (let bits = opcode & 0x1ff; bits; bits &= bits - 1) at -= 4;
    if (at < RAM || last > ramEnd || at & 3) return 0;
    r[13] = at;
    let cycles = 1;
    at = (at - RAM) >> 2;
    for (let one = 0; one < 8; one++)
      if (opcode & (1 << one)) {
        ram.words[at++] = r[one];
        cycles++;
      }
    if (opcode & 0x100) ram.words[at] = r[14];
    r[15] += 2;
    return cycles;
  }
  function pop(opcode) {
    let at = r[13];
    // The value for the program counter may be an exception return.
    if (opcode & 0x100 && core.currentMode !== 0) return 0;
    if (at < RAM || at + 36 > ramEnd || at & 3) return 0;
    let cycles = 1;
    for (let one = 0; one < 8; one++)
      if (opcode & (1 << one)) {
        r[one] = ram.words[(at - RAM) >> 2];
        at += 4;
        cycles++;
      }
    r[15] += 2;
    if (opcode & 0x100) {
      r[15] = ram.words[(at - RAM) >> 2] & ~1;
      at += 4;
      cycles += 2;
    }
    r[13] = at;
    return cycles;
  }
  function calculated(opcode) {
    const to = opcode & 7;
    const one = r[to];
    const other = r[(opcode >> 3) & 7];
    switch (opcode >> 6) {
      case 0b0100000000:
        return moved(to, one & other);
      case 0b0100000001:
        return moved(to, one ^ other);
      case 0b0100000101:
        return added(to, other, one + (core.C ? 1 : 0));
      case 0b0100000110:
        return taken(one, to, other + (core.C ? 0 : 1));
      case 0b0100001000: {
        const cycles = moved(to, one & other);
        r[to] = one;
        return cycles;
      }
      case 0b0100001010:
        return compared(one, other);
      case 0b0100001100:
        return moved(to, one | other);
      case 0b0100001101:
        return moved(to, Math.imul(one, other));
      case 0b0100001110:
        return moved(to, one & ~other);
      default:
        return high(opcode);
    }
  }
  function high(opcode) {
    const from = (opcode >> 3) & 15;
    const to = ((opcode >> 4) & 8) | (opcode & 7);
    if (opcode >> 8 === 0b01000110 && to < 13 && from < 15) {
      r[to] = r[from];
      r[15] += 2;
      return 1;
    }
    if (opcode >> 7 === 0b010001110 && !(opcode & 7) && from < 15 && core.currentMode === 0)
      return branch(r[from] & ~1);
    return 0;
  }
  function extended(opcode) {
    if (opcode >> 9 === 0b1011010) return push(opcode);
    if (opcode >> 8 === 0b10110000) {
      r[13] = r[13] + (opcode & 0x80 ? -4 : 4) * (opcode & 0x7f);
      r[15] += 2;
      return 1;
    }
    const to = opcode & 7;
    const value = r[(opcode >> 3) & 7];
    if (opcode >> 6 === 0b1011001011) r[to] = value & 0xff;
    else if (opcode >> 6 === 0b1011001010) r[to] = value & 0xffff;
    else return 0;
    r[15] += 2;
    return 1;
  }
  function holding(condition) {
    // Conditions come in pairs: the odd one of each is the opposite.
    const opposite = (condition & 1) === 1;
    switch (condition >> 1) {
      case 0:
        return core.Z !== opposite;
      case 1:
        return core.C !== opposite;
      case 2:
        return core.N !== opposite;
      case 3:
        return core.V !== opposite;
      case 4:
        return (core.C && !core.Z) !== opposite;
      case 5:
        return (core.N === core.V) !== opposite;
      default:
        return (core.N === core.V && !core.Z) !== opposite;
    }
  }
  function call(opcode, second, pc) {
    if (second >> 14 !== 0b11 || !((second >> 12) & 1)) return 0;
    const sign = (opcode >> 10) & 1;
    const first = 1 - (sign ^ ((second >> 13) & 1));
    const next = 1 - (sign ^ ((second >> 11) & 1));
    const far = (first << 23) | (next << 22) | ((opcode & 0x3ff) << 12) | ((second & 0x7ff) << 1);
    r[14] = (pc + 4) | 1;
    r[15] = pc + 4 + (sign ? far - 0x1000000 : far);
    return 3;
  }

  const times = new Float64Array(3);

  function execute() {
    const quiet = times[1];
    const cycle = times[2];
    let now = times[0];
    for (;;) {
      const pc = r[15];
      let halves = flash.halves;
      let place = (pc - FLASH) >> 1;
      if (pc >= RAM && pc < ramEnd) {
        halves = ram.halves;
        place = (pc - RAM) >> 1;
      } else if (pc < romEnd) {
        halves = rom.halves;
        place = pc >> 1;
      } else if (pc < FLASH || pc >= flashEnd) {
        times[0] = now;
        return 0;
      }
      const opcode = halves[place];
      const low = opcode & 7;
      const base = r[(opcode >> 3) & 7];
      const fifth = (opcode >> 6) & 31;
      const wide = (opcode >> 8) & 7;
      const byte = opcode & 255;
      let cycles = 0;
      switch (opcode >> 11) {
        case 0b00000:
          if (fifth) core.C = (base & (1 << (32 - fifth))) !== 0;
          cycles = moved(low, base << fifth);
          break;
        case 0b00001:
          core.C = ((base >>> (fifth ? fifth - 1 : 31)) & 1) !== 0;
          cycles = moved(low, fifth ? base >>> fifth : 0);
          break;
        case 0b00011: {
          const other = opcode & 0x400 ? fifth & 7 : r[fifth & 7];
          cycles = opcode & 0x200 ? taken(base, low, other) : added(low, base, other);
          break;
        }
        case 0b00100:
          cycles = moved(wide, byte);
          break;
        case 0b00101:
          cycles = compared(r[wide], byte);
          break;
        case 0b00110:
          cycles = added(wide, r[wide], byte);
          break;
        case 0b00111:
          cycles = taken(r[wide], wide, byte);
          break;
        case 0b01000:
          cycles = calculated(opcode);
          break;
        case 0b01001:
          cycles = load(wide, ((pc + 4) & ~3) + 4 * byte);
          break;
        case 0b01010: {
          const at = base + r[fifth & 7];
          if (wide < 2) cycles = store(low, at);
          else if (wide < 4) cycles = storeHalf(low, at);
          else if (wide < 6) cycles = storeByte(low, at);
          break;
        }
        case 0b01011: {
          const at = base + r[fifth & 7];
          if (wide < 2) cycles = load(low, at);
          else if (wide < 4) cycles = loadHalf(low, at);
          else if (wide < 6) cycles = loadByte(low, at);
          break;
        }
        case 0b01100:
          cycles = store(low, base + 4 * fifth);
          break;
        case 0b01101:
          cycles = load(low, base + 4 * fifth);
          break;
        case 0b01110:
          cycles = storeByte(low, base + fifth);
          break;
        case 0b01111:
          cycles = loadByte(low, base + fifth);
          break;
        case 0b10000:
          cycles = storeHalf(low, base + 2 * fifth);
          break;
        case 0b10001:
          cycles = loadHalf(low, base + 2 * fifth);
          break;
        case 0b10010:
          cycles = store(wide, r[13] + 4 * byte);
          break;
        case 0b10011:
          cycles = load(wide, r[13] + 4 * byte);
          break;
        case 0b10101:
          r[wide] = r[13] + 4 * byte;
          r[15] += 2;
          cycles = 1;
          break;
        case 0b10110:
          cycles = extended(opcode);
          break;
        case 0b10111:
          if (opcode >> 9 === 0b1011110) cycles = pop(opcode);
          break;
        case 0b11010:
        case 0b11011: {
          const condition = (opcode >> 8) & 15;
          if (condition >= 14) break;
          const holds = holding(condition);
          r[15] = holds ? pc + 4 + 2 * (byte < 128 ? byte : byte - 256) : pc + 2;
          cycles = holds ? 2 : 1;
          break;
        }
        case 0b11100: {
          const far = opcode & 0x7ff;
          cycles = branch(pc + 4 + 2 * (far < 0x400 ? far : far - 0x800));
          break;
        }
        case 0b11110:
          cycles = call(opcode, halves[place + 1], pc);
      }
      if (!cycles || now + cycles * cycle >= quiet) {
        times[0] = now;
        return cycles;
      }
      now += cycles * cycle;
    }
  }
  return { execute, times };
}

// A memory in words, half words and bytes.
function views({ buffer, byteOffset, length }) {
  return {
    words: new Uint32Array(buffer, byteOffset, length / 4),
    halves: new Uint16Array(buffer, byteOffset, length / 2),
    bytes: new Uint8Array(buffer, byteOffset, length),
  };
}
