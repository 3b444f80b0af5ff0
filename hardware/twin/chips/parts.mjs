// The parts of a simulated board, by the names used in roles.
//
// A part is a class created with (machine, role, world); it connects itself to the machine's pins
// and buses. `role.parts` in a role file replaces the usual parts of its role.

import { Barrier } from "./parts/barrier.mjs";
import { Keys } from "./parts/keys.mjs";
import { Knock } from "./parts/knock.mjs";
import { Leds } from "./parts/leds.mjs";
import { Pn5180 } from "./pn5180.mjs";
import { Pn532 } from "./pn532.mjs";
import { Servo } from "./parts/servo.mjs";
import { Stepper } from "./parts/stepper.mjs";

export const PARTS = {
  barrier: Barrier,
  keys: Keys,
  knock: Knock,
  leds: Leds,
  pn5180: Pn5180,
  pn532: Pn532,
  servo: Servo,
  stepper: Stepper,
};

const USUAL = {
  antennas: (role) => [role.chip ?? "pn5180"],
  seat: (role) => ["keys", "knock", ...(role.antennas ? [role.chip ?? "pn5180"] : [])],
  shoe: (role) => [role.chip ?? "pn5180", "servo", "stepper", "barrier"],
  ring: () => ["leds"],
};

export function partsOf(role) {
  const names = role.parts ?? USUAL[role.role]?.(role) ?? [];
  return names.map((name) => {
    if (!PARTS[name]) throw new Error(`there is no simulated part "${name}"`);
    return PARTS[name];
  });
}
