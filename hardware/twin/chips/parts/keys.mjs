// Seven keys that connect to ground. `world.inputs.keys` is the mask of the pressed keys. A key that
// has just changed bounces for 4 ms. The buzzer's pitch is the output `tone` (Hz, 0 for silence).

const BOUNCE = 4;

export class Keys {
  constructor(machine, role, world) {
    let pressed = 0;
    let before = 0;
    let changed = -BOUNCE;
    world.on("keys", (mask) => {
      before = pressed;
      pressed = mask;
      changed = world.now();
    });
    if (role.buzzer !== undefined)
      machine.pulses(role.buzzer, ({ freq, ns }) => world.output("tone", ns ? freq : 0));
    (role.keys ?? []).forEach((pin, bit) => {
      machine.drive(pin, () => {
        const bouncing = (before ^ pressed) >> bit & 1 && world.now() - changed < BOUNCE;
        const level = bouncing ? world.random() < 0.5 : pressed >> bit & 1;
        return level ? 0 : 1;
      });
    });
  }
}
