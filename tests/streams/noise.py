"""What sensing makes of tags by chance: moved, overheard, missed, copied, and never enrolled.

Scenarios play hands; here nothing is a hand, so that every threshold is met from both sides.
"""

from collections.abc import Callable, Iterator

from controller.contract.observations import DeviceBack, DeviceLost, ShoeSaid
from controller.contract.scans import AntennaPlan, BadgeTag, ButtonTag, CardTag, ChipTag, Scan, Tag
from controller.sensing.card_wear import Reads, health
from controller.sensing.copied_tags import Doubles
from controller.sensing.deck_check import DeckCheck
from controller.sensing.intake import Intake
from controller.sensing.reach import gap, out_of_reach
from controller.sensing.registry import Registry, RegistryError
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS, as_read
from controller.sensing.watch import AntennaWatch
from controller.table.state.table import new_table
from tests.firmware.campaign import Chance
from tests.streams.board import Lines, one_of, tried
from tests.streams.written import Stream, in_order

PLANS = (
    AntennaPlan("hand.1", "hand.1", 100, -600, 0, device="seat-1"),
    AntennaPlan("hand.2", "hand.2", 100, 600, 0, device="seat-2"),
    AntennaPlan("board.1", "board", 100, -100, 300),
    AntennaPlan("board.2", "board", 150, 100, 300),
    AntennaPlan("muck", "muck", 200, 0, -300),
    AntennaPlan("shoe", "shoe", 100, 0, 700),
    AntennaPlan("bet.1", "bet.1", 200, -500, 250, device="seat-1"),
    AntennaPlan("bet.2", "bet.2", 200, 500, 250, device="seat-2"),
    AntennaPlan("pot", "pot", 1000, 0, 0),
    AntennaPlan("stack.1", "stack.1", 999, -600, -200),
    AntennaPlan("badge.1", "badge.1", 500),
    AntennaPlan("floor", "floor-badge", 500),
    AntennaPlan("button.1", "button.1", 500),
    AntennaPlan("button.2", "button.2", 500),
)
NEAR = {plan.name: tuple(one.name for one in PLANS if gap(plan, one) < 300) for plan in PLANS}
TAGS: dict[str, Tag] = {
    **{f"E0040000000001{n:02X}": CardTag(f"{n}{'chs'[n % 3]}", 1 + n // 8) for n in range(2, 10)},
    **{f"E0040000000002{n:02X}": ChipTag(25 * n, 1 + n // 9) for n in range(1, 11)},
    "E0040000000000B1": BadgeTag("Anne"), "E0040000000000B3": BadgeTag("Xavier", "floor"),
    "E0040000000000B2": ButtonTag(),
}  # fmt: skip
TABLE = new_table(2)
STRANGERS = tuple(f"E00400000000FF{n:02X}" for n in range(70))


class World:
    """Tags that lie somewhere, are moved now and then, and are read as antennas do."""

    def __init__(self, seed: int, miss: int) -> None:
        """Have each tag missed once in `miss` reads."""
        self.chance = Chance(seed)
        self._miss = miss
        self._lie = dict.fromkeys(TAGS, "")
        self._copies: dict[str, str] = {}
        self._due = {plan.name: number for number, plan in enumerate(PLANS)}

    def scan(self, now: int) -> "Scan | None":
        """Return the scan that is due at a time, or None."""
        chance = self.chance
        if not chance.below(160):
            plan = one_of(chance, PLANS)
            for uid in [one_of(chance, tuple(TAGS)) for _ in range(1 + chance.below(3))]:
                self._lie[uid] = one_of(chance, (plan.name, plan.name, ""))
        if not chance.below(1500):
            self._copies = {} if chance.below(2) else {one_of(chance, tuple(TAGS)): "hand.2"}
        if not chance.below(700):
            self._lie[one_of(chance, STRANGERS)] = one_of(chance, ("muck", "board.1", "hand.1", ""))
        for plan in PLANS:
            if now >= self._due[plan.name]:
                self._due[plan.name] = now + plan.period - chance.below(3)
                return Scan(plan.name, self._read(plan.name), now - (not chance.below(90)) * 400)
        return None

    def _read(self, antenna: str) -> tuple[str, ...]:
        chance, near = self.chance, NEAR[antenna]
        read = [uid for uid, at in self._lie.items() if at == antenna and chance.below(self._miss)]
        read += [uid for uid, at in self._copies.items() if at == antenna and chance.below(9)]
        read += [
            uid for uid, at in self._lie.items()
            if at in near and at != antenna and not chance.below(12)
        ]  # fmt: skip
        return tuple(read)


def scans() -> Lines:
    """Yield what is observed, and what sensing is unsure of, at each level of noise."""
    for seed, (noise, settings) in enumerate(SETTINGS.items()):
        for miss in (4, 40):
            world = World(400 + 2 * seed + (miss > 9), miss)
            read = as_read(settings, PLANS, slots=miss > 9)
            sensing = Sensing(PLANS, Registry(TAGS), read)
            yield f"{noise} {in_order(read)}"
            for now in range(0, 70_000, 7):
                scan = world.scan(now)
                if not world.chance.below(900):
                    sensing.lost(one_of(world.chance, PLANS).name)
                elif not world.chance.below(300):
                    sensing.back(one_of(world.chance, PLANS).name)
                if scan is None:
                    continue
                seen = sensing.scan(scan)
                if seen:
                    yield f"{now} {in_order(seen)}"
                if seen or not world.chance.below(40):
                    yield f"{sensing.settling()} {sensing.settling(slow=True)} {sensing.told()}"
                    yield f"{sensing.contested()} {sorted(sensing.copied())} {sensing.strangers()}"
                    yield f"{[plan.name for plan in PLANS if sensing.undecided(plan.name)]}"
                if not world.chance.below(400):
                    yield f"{in_order(sensing.read_rates())} {in_order(sensing.take_tally())}"
                    for plan in PLANS:
                        yield f"{sorted(sensing.cards_in(plan.zone))} {sensing.chips_in(plan.zone)}"
                        yield f"{in_order(sensing.badges_in(plan.zone))}"
    for settings in SETTINGS.values():
        for scans_, ms in ((7, 1400), (8, 1399), (8, 1400), (12, 1400), (13, 1400)):
            yield f"{settings.is_over(scans_, ms)}"
        for count in range(5, 13):
            reads = range(20 - count, 20)
            yield f"{[settings.is_there(reads, n) for n in (19, 20, 21, 22)]}"


def intakes() -> Lines:
    """Yield what comes in from devices that fall silent, at the start and later."""
    for seed in range(4):
        world = World(420 + seed, 9)
        aside = AntennaPlan("desk", "desk", 100)
        intake = Intake(
            (*PLANS, aside), Registry(TAGS), SETTINGS["typical"], counts=seed != 3,
            watched=seed != 2, frame=(0, 30, 60, 0)[seed],
        )  # fmt: skip
        if seed == 1:
            intake.skip_start_up()
        else:
            intake.begin_start_up(11)
        dark: set[str] = set()
        for now in range(0, 60_000, 7):
            scan = world.scan(now)
            if not world.chance.below(700):
                dark = {one_of(world.chance, PLANS).name} if world.chance.below(3) else set()
            if not world.chance.below(1100):
                report = one_of(world.chance, (DeviceLost, DeviceBack))
                device = one_of(world.chance, ("seat-1", "seat-2", "pot", "lamp"))
                yield f"{now} {in_order(intake.take(report(now, device)))}"
            if not world.chance.below(200):
                said = one_of(world.chance, ("shuffling", "shuffling", "ready", "open", "jam"))
                yield f"{now} {said} {in_order(intake.take(ShoeSaid(now, said)))}"
            if scan is not None and scan.antenna not in dark:
                took = intake.glance(scan) if not world.chance.below(50) else intake.take(scan)
                if took or not world.chance.below(60):
                    yield f"{now} {in_order(took)} {intake.told()}"
            if intake.starting and intake.settled(now):
                moving = {"bet.1": 9} if seed else {}
                yield f"{now} {in_order(intake.end_start_up(TABLE, moving, now))}"
            if not now % 1001:
                yield f"{now} {in_order(intake.look_around(TABLE, {}, now))} {intake.settled(now)}"
                yield f"{in_order(intake.watch.rates(now))} {sorted(intake.watch.lost())}"
                yield f"{sorted(intake.watch.zones_read())} {in_order(intake.watch.devices)}"
                yield f"{sorted((k, str(v)) for k, v in intake.watch.problems.items())}"
                yield f"{in_order(intake.watch.recovered(('pot', 'hand.1', 'x'), now))}"
        yield tried(intake.take, Scan("nowhere", (), 1))
    for late in (2999, 3000, 3001, 9990, 9991, 10_001):
        plans = (AntennaPlan("pot", "pot", 999), AntennaPlan("bet.1", "bet.1", 100))
        for frame in (0, 60):
            watch = AntennaWatch(plans, Sensing(plans, Registry(), SETTINGS["clean"]), 0, frame)
            yield f"{late} {frame} {in_order(watch.silent(late))} {in_order(watch.silent(late))}"
            yield f"{in_order(watch.rates(late % 1001))}"


def small() -> Lines:
    """Yield what copied tags, counted decks, worn tags and positions come to."""
    chance, doubles, now = Chance(440), Doubles(PLANS), 0
    for _ in range(6000):
        usual = (0, 50, 50, 100, 150, 200, 350)
        now += one_of(chance, usual if chance.below(9) else (1000, 1950, 2000, 2950, 3000, 3001))
        uid = f"u{chance.below(70 if not chance.below(8) else 2)}"
        antenna = one_of(chance, ("hand.1", "hand.2", "board.1", "hand.1", "hand.2"))
        told = doubles.heard(uid, CardTag("Kh"), antenna, now)
        yield f"{now} {uid} {antenna} {told} {len(doubles)} {sorted(doubles.named)}"
        if not chance.below(30):
            yield f"{sorted(map(repr, doubles.alone(now)))} {doubles.apart(antenna, 'hand.1')}"
    for late in (50, 349, 350, 351, 1950, 1999, 2000, 2001, 2999, 3000, 3001):
        for count in range(3, 8):
            for look in (False, True):
                doubles = Doubles(PLANS)
                steps = [(("hand.1", "hand.2")[n % 2], 50 * n) for n in range(count)]
                at = steps[-1][1] + late
                far = [("hand.1", at), ("hand.2", at), ("hand.1", at + 100), ("hand.2", at + 100)]
                heard: list[object] = [doubles.heard("u", CardTag("Kh"), *one) for one in steps]
                heard += [doubles.alone(at)] if look else []
                heard += [doubles.heard("u", CardTag("Kh"), *step) for step in far]
                yield f"{late} {count} {heard} {doubles.named} {len(doubles)}"
        doubles = Doubles(PLANS)
        for number in range(64):
            doubles.heard(f"u{number}", CardTag("Kh"), "hand.1", number)
        doubles.heard("one more", CardTag("Kh"), "hand.1", late + 5)
        yield f"{late} {len(doubles)}"
    for _ in range(60):
        check = DeckCheck(frozenset({"shoe", "exit"}), Registry(TAGS))
        seen = [in_order(check.said(ShoeSaid(1, "shuffling"))) if chance.below(9) else None]
        many = chance.below(3) * 3
        for _ in range(chance.below(9) * 4):
            read = [one_of(chance, (*TAGS, *STRANGERS[:3])) for _ in range(many)]
            seen.append(check.scan(Scan(one_of(chance, ("shoe", "exit", "pot")), tuple(read), 5)))
        words = ("open", "closed", "ready", "ready", "ready", "jam", "loaded")
        seen += [in_order(check.said(ShoeSaid(9, one_of(chance, words)))) for _ in range(2)]
        yield f"{seen}"
    check = DeckCheck(frozenset({"shoe"}), Registry(TAGS))
    check.said(ShoeSaid(1, "shuffling"))
    for number in range(250):
        check.scan(Scan("shoe", tuple(f"{5 * (number % 210) + part}" for part in range(5)), 5))
    for _ in range(3):
        check.scan(Scan("shoe", tuple(str(number) for number in range(1200)), 5))
    yield f"{in_order(check.said(ShoeSaid(9, 'ready')))}"
    cards = [uid for uid, tag in TAGS.items() if isinstance(tag, CardTag)]
    for share in (0, 1, 10, 33, 34, 35, 36, 80):
        for count in (1, 9, 10, 11, 12):
            evenings = [
                {
                    uid: Reads(299 + (n + day) % 3, share * (n % 3) + n)
                    for n, uid in enumerate(cards)
                }
                for day in range(count)
            ]
            evenings[-1]["E0040000000000B1"] = Reads(1000, 500)
            yield f"{share} {count} {in_order(health(Registry(TAGS), evenings))}"
    for missed in (104, 105, 106, 134, 135, 136):
        evenings = [{uid: Reads(300, missed if uid == cards[0] else 15) for uid in cards}]
        evenings += [{cards[1]: Reads(300, missed // 3), cards[2]: Reads(300, 45 + missed // 9)}]
        yield f"{missed} {in_order(health(Registry(TAGS), evenings))} {Reads().share}"
    for missed, others in ((104, 90), (105, 90), (30, 0), (31, 0), (77, 10)):
        for scans_ in (300, 151):
            nights = [{u: Reads(scans_, missed if u == cards[0] else others) for u in cards}] * 2
            yield f"{missed} {others} {in_order(health(Registry(TAGS), nights))}"
    for across in (0, 119, 120, 121, 239, 240, 241, 300):
        for along in (0, 90, 91, 209, 210, 211, 250):
            pair = AntennaPlan("a", "hand.1", 9), AntennaPlan("b", "hand.2", 9, across, along)
            yield f"{gap(*pair):.3f} {in_order(out_of_reach(pair))}"
    uids = ("E004", "E0040001", "E00400010", "e0040001", "E0" * 10, "E0" * 11, next(iter(TAGS)))
    odd: tuple[Tag, ...] = (
        CardTag("Kh"), CardTag("2h"), CardTag("1h"), CardTag("Kh", 0), CardTag("Kh", -1),
        ChipTag(0), ChipTag(1), ChipTag(10**12), BadgeTag(""), BadgeTag("x", ""), ButtonTag(),
    )  # fmt: skip
    for uid in uids:
        for tag in odd:
            yield f"{uid} {tag} {refused(Registry(TAGS), uid, tag)}"


def refused(registry: Registry, uid: str, tag: Tag) -> str:
    """Return why a registry does not take a tag, and how many it has then."""
    try:
        registry.enrol(uid, tag)
    except RegistryError as error:
        return str(error)
    return f"{len(registry)} {uid in registry}"


NOISE: dict[str, Callable[[], Iterator[str]]] = {"scans": scans, "intake": intakes, "small": small}


def every() -> list[Stream]:
    """Return the streams of sensing."""
    return [Stream("noise", name, lines) for name, lines in NOISE.items()]
