// The gate's servo, whose position follows its pulse after a quarter of a second. Its output is
// `servo` (microseconds). Other parts ask `machine.gate` whether it is open.

const MOVES = 250;

export class Servo {
  constructor(machine, role, world) {
    let open = false;
    let since = 0;
    let wanted = false;
    machine.gate = {
      open: () => {
        if (wanted !== open && world.now() - since >= MOVES) open = wanted;
        return open;
      },
    };
    if (role.gate === undefined) return;
    machine.pulses(role.gate, ({ ns }) => {
      const us = Math.round(ns / 1000);
      machine.gate.open();
      if (us && us >= 1500 !== wanted) {
        wanted = us >= 1500;
        since = world.now();
      }
      world.output("servo", us);
    });
  }
}
