// WS2812 on a pin: what they show is said to the world as `leds`, hex of red, green and blue of each.
// Pulses that are longer or shorter than the data sheet lets them be are nothing that they know.

const NS = [400, 850, 800, 450]; // high and low of a zero, and of a one
const OFF = 150;

export class Leds {
  constructor(machine, role, world) {
    const pin = role.data ?? 0;
    machine.strip(pin, (bytes, ns) => {
      if (ns.some((each, at) => Math.abs(each - NS[at]) > OFF)) {
        world.output("leds", `pulses of ${ns} ns`);
        return;
      }
      const out = Buffer.alloc(bytes.length);
      // On the wire green comes first.
      for (let at = 0; at + 2 < bytes.length; at += 3) {
        out[at] = bytes[at + 1];
        out[at + 1] = bytes[at];
        out[at + 2] = bytes[at + 2];
      }
      world.output("leds", out.toString("hex"));
    });
  }
}
