// A piezo on an analog pin. `world.inputs.knock` is a sound to play, as [[ms, amplitude], ...] with
// times from the moment it is set and amplitudes up to 1023. The board's timer asks in which
// milliseconds there is sound (port `sounds`).

export class Knock {
  constructor(machine, role, world) {
    let sound = new Map();
    let at = 0;
    world.on("knock", (samples) => {
      const began = Math.floor(world.now());
      for (const ms of sound.keys()) if (ms < began - 1000) sound.delete(ms);
      for (const [ms, amplitude] of samples) sound.set(began + Math.round(ms), amplitude);
    });
    if (role.piezo !== undefined) machine.analog(role.piezo, () => (sound.get(at) ?? 0) << 6);
    machine.port("sounds", (text) => {
      const [from, to] = text.split(",").map(Number);
      return [...sound.keys()].filter((ms) => ms > from && ms <= to).sort((a, b) => a - b).join(",");
    });
    machine.port("sound", (text) => {
      at = Number(text);
    });
  }
}
