// The feed motor over a stack of cards. Its steps push the first card past the light barrier and
// over the exit's antenna.
//
// `world.inputs.stack` has the uids of the cards, the next one first; `jam` means that no card moves.
// When a card is out, its uid is the output `card`. The motor moves in the board's own time, so the
// antenna reads the card that is over it at each step.

const CARD = 176; // length of a card, in steps
const GAP = 40; // steps from one card's end to the next card's beginning
const READ = 60; // steps after a card begins to come out at which the antenna reads it

export class Stepper {
  constructor(machine, role, world) {
    const throat = { stack: [], way: 0, last: "" };
    machine.throat = throat;
    world.on("stack", (uids) => {
      throat.stack = [...uids];
      throat.way = -GAP;
      throat.last = "";
    });
    throat.blocked = () => throat.way > 0 && throat.stack.length > 0;
    const pins = role.motor;
    if (!pins) return;
    throat.way = -GAP;
    let backwards = false;
    let steps = 0;
    machine.watch(pins.direction, (level) => (backwards = level === 1));
    machine.watch(pins.step, (level) => {
      if (!level) return;
      steps += backwards ? -1 : 1;
      world.output("feed", steps);
      if (world.inputs.get("jam") || !throat.stack.length) return;
      if (!backwards && throat.way >= 0 && !machine.gate?.open()) return;
      throat.way += backwards ? -1 : 1;
      if (throat.way < -GAP) throat.way = -GAP;
      if (throat.way >= CARD) {
        throat.last = throat.stack.shift();
        throat.way = -GAP;
        world.output("card", throat.last);
      }
    });
    const field = world.field.bind(world);
    world.field = (antenna) => {
      const there = field(antenna);
      if (antenna !== 0 || throat.way < READ || !throat.stack.length) return there;
      return { ...there, tags: [...(there.tags ?? []), { uid: throat.stack[0], miss: 0 }] };
    };
  }
}
