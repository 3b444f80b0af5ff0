// WS2812 LEDs on a pin. Their colours are the output `leds`: red, green and blue of each, in hex.
// Pulses outside the limits of the data sheet are reported in place of colours.

const NS = [400, 850, 800, 450]; // high and low times of a zero, then of a one
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
      // Green comes first on the wire.
      for (let at = 0; at + 2 < bytes.length; at += 3) {
        out[at] = bytes[at + 1];
        out[at + 1] = bytes[at];
        out[at + 2] = bytes[at + 2];
      }
      world.output("leds", out.toString("hex"));
    });
  }
}
