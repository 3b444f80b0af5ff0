// Seven keys to ground. `world.inputs.keys` is the mask of those that are pressed; a key that has
// just changed bounces for 4 ms. What the buzzer sounds is said to the world as `tone` (Hz, 0: none).

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
