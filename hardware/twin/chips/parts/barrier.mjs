// The light barrier at the exit, and the shuffler's lines. `world.inputs.barrier` is 1 while a card
// drawn by hand is in it. `world.inputs.shuffler` is the last word from the shuffler: loaded,
// shuffling, ready, empty or jam.

export class Barrier {
  constructor(machine, role, world) {
    if (role.barrier !== undefined)
      machine.drive(role.barrier, () =>
        world.inputs.get("barrier") || machine.throat?.blocked() ? 1 : 0,
      );
    const lines = { hopper: 0, busy: 0, fault: 0 };
    world.on("shuffler", (word) => {
      if (word === "empty") lines.hopper = 0;
      else if (word !== "jam") lines.hopper = 1;
      lines.busy = word === "shuffling" ? 1 : 0;
      lines.fault = word === "jam" ? 1 : 0;
    });
    for (const [name, pin] of Object.entries(role.shuffler ?? {}))
      machine.drive(pin, () => lines[name] ?? 0);
  }
}
