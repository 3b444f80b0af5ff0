"""The guided setup: asks questions, and lets the user go back, until table.toml works.

The answers are saved after each step, so the user may stop and continue later.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from controller.config.model import RESERVED
from controller.contract.errors import in_words
from controller.contract.limits import MOST_CHIPS
from controller.houses.loader import load_house, shipped_houses
from controller.run.access.floor_pin import SHARED, pin_for, save_pin
from controller.run.access.floor_token import NAME
from controller.setup.antennas.zones import learn_zones
from controller.setup.dialogue import Check, GoBack, SkipQuestion, whole_number
from controller.setup.draft import (
    EXTRAS,
    Draft,
    Machine,
    slowed,
    state_file,
)
from controller.setup.reading.probe import Found
from controller.setup.reading.sitting import Sitting
from controller.setup.table_file import PIN_FILE, TOKENS_FILE, beside, write_table
from controller.setup.words import C_, N_, Words
from controller.toml.file import FileProblems
from display.words.answers import understood
from display.words.locale import languages, locale
from hardware.serial_ports import nameless

NO_PIN = C_("answer: PIN", "none")
NO_EXTRAS = C_("answer: antennas", "none")

CHIPS = {C_("answer", "rfid"): "rfid", C_("answer", "keyed"): "keyed"}
FLOORS = {
    C_("answer", "present"): "present",
    C_("answer", "absent"): "absent",
    C_("answer", "either"): "either",
}
EXTRA_WORDS = {
    "burn": (C_("antenna", "burn"), N_("burned cards")),
    "floor-badge": (C_("antenna", "floor-badge"), N_("the floor's badge")),
    "desk": (C_("antenna", "desk"), N_("the desk where tags are enrolled")),
    "stack": (C_("antenna", "stack"), N_("each seat's stack")),
    "badge": (C_("antenna", "badge"), N_("each seat's badge")),
    "button": (C_("antenna", "button"), N_("the dealer button")),
}
"""For each optional antenna: the answer with which the user selects it, and what it reads.

The keys are the names in table.toml.
"""

FULL = N_(
    "{node} has more antennas than it can read, however slowly: nothing has been written. "
    "Connect {antennas} to a different node, plug that node in, and identify the zones again."
)
SLOWED = N_(
    "{node} has many antennas, so it reads some of them only every {ms} ms, which is as "
    "often as it can."
)

Question = Callable[[Sitting], Draft]


def run(it: Sitting) -> None:
    """Ask all unanswered questions and write the config. Raises `Quit` if the user stops.

    A config whose nodes can't read all their antennas is not written, and the questions about
    devices are asked again.
    """
    _ask(it)
    while full := [one for one in slowed(it.draft) if one.full]:
        for one in full:
            it.talk.say(FULL, "yellow", node=one.node, antennas=", ".join(one.move))
        steps = list(STEPS)
        it.draft = replace(it.draft, done=tuple(steps[: steps.index("devices")]))
        it.keep()
        _ask(it)
    _write(it)


def _ask(it: Sitting) -> None:
    steps = list(STEPS)
    at = next((n for n, name in enumerate(steps) if name not in it.draft.done), len(steps))
    while at < len(steps):
        name = steps[at]
        try:
            draft = STEPS[name](it)
        except GoBack:
            at = max(at - 1, 0)
            it.draft = replace(it.draft, done=tuple(steps[:at]))
            continue
        except SkipQuestion:
            draft = it.draft
        at += 1
        it.draft = replace(draft, done=tuple(steps[:at]))
        it.keep()


def _write(it: Sitting) -> None:
    """Write the config and show it, with notes on slow nodes, the older file and the next step."""
    older = write_table(it.config, it.draft, it.talk.words)
    state_file(it.config).unlink(missing_ok=True)
    it.talk.show("")
    lies = beside(it.config)
    it.talk.show(it.config.read_text(encoding="utf-8"))
    it.talk.say(N_("Saved in {file}."), "green", file=it.config)
    for one in slowed(it.draft):
        it.talk.say(SLOWED, node=one.node, ms=one.ms)
    if older is not None:
        it.talk.say(N_("The previous file is kept as {file}."), file=older)
    if TOKENS_FILE in lies:
        it.talk.say(N_("Next: sudo tapis install, so that the broker knows this table's name."))


def _name(it: Sitting) -> Draft:
    asked = N_("Name of the table?")
    return replace(it.draft, name=_named(it, asked, it.draft.name, RESERVED))


def _venue(it: Sitting) -> Draft:
    return replace(it.draft, venue=_named(it, N_("Name of the club or bar?"), it.draft.venue))


def _named(it: Sitting, question: str, default: str, taken: Collection[str] = frozenset()) -> str:
    """Ask for a name, and return it as written in topics and files, with hyphens between words.

    The names in `taken` are refused.
    """
    words = it.talk.words

    def check(answer: str) -> str:
        name = written(answer)
        if name.lower() in taken:
            return words.say(N_("{name} is a reserved name: choose a different one."), name=name)
        wrong = N_("Answer with 1 to 40 letters, digits, dots, hyphens or underscores.")
        return "" if NAME.fullmatch(name) else words.say(wrong)

    answer = it.talk.ask(question, default, check)
    name = written(answer)
    if name != answer:
        it.talk.say(N_("In topics and file names, this name is written {name}."), name=name)
    return name


def written(name: str) -> str:
    """Return a name in a form that is valid in an MQTT topic.

    >>> written("L'Étoile du Nord")
    'L-Étoile-du-Nord'
    """
    return re.sub(r"[^\w.-]+", "-", name.strip()).strip("-")


def _house(it: Sitting) -> Draft:
    words = it.talk.words
    titles = {name: words.say(load_house(name).title) for name in shipped_houses()}
    it.talk.say(
        N_("Enter the name or title of one of these sets of rules, or the name of your own file:")
    )
    for name, title in titles.items():
        it.talk.show("  " + words.say(N_("{name}: {what}"), name=name, what=title))

    def check(answer: str) -> str:
        if house_meant(answer, titles):
            return ""
        try:
            load_house(str(it.config.parent / answer))
        except FileProblems as problems:
            return problems.said(it.talk.words.say)
        return ""

    house = it.talk.ask(N_("Which house rules?"), it.draft.house, check)
    return replace(it.draft, house=house_meant(house, titles) or house)


def house_meant(answer: str, titles: Mapping[str, str]) -> str:
    """Return the id of the house rules that an answer names, or "" if none or several match.

    An answer may be the id, the title or part of the title. Case and accents are ignored. `titles`
    maps ids to titles.

    >>> house_meant("perigord", {"ppc": "Périgord Poker Club, 2010", "tda": "TDA, 2024"})
    'ppc'
    """
    asked = _plain(answer)
    exact = [name for name, title in titles.items() if asked in {_plain(name), _plain(title)}]
    part = [name for name, title in titles.items() if len(asked) > 2 and asked in _plain(title)]
    found = exact or part
    return found[0] if len(found) == 1 else ""


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold().strip())
    return "".join(one for one in apart if not unicodedata.combining(one))


def _seats(it: Sitting) -> Draft:
    right = whole_number(it.talk.words, 2, 10)
    answer = it.talk.ask(N_("How many seats?"), str(it.draft.seats), right)
    return replace(it.draft, seats=int(answer))


def _chips(it: Sitting) -> Draft:
    it.talk.say(N_("rfid: the antennas read the chips. keyed: each seat enters its amounts."))
    chips = it.talk.choose(N_("How are the chips counted?"), CHIPS, it.draft.chips)
    return replace(it.draft, chips=chips)


def _denominations(it: Sitting) -> Draft:
    def check(answer: str) -> str:
        values = re.split(r"[\s,]+", answer.strip())
        right = all(value.isdecimal() and 0 < int(value) <= MOST_CHIPS for value in values)
        wrong = N_("Answer with whole numbers, such as 25 100 500.")
        return "" if right else it.talk.words.say(wrong)

    default = " ".join(map(str, it.draft.denominations))
    answer = it.talk.ask(N_("Values of the chips in play?"), default, check)
    values = sorted({int(value) for value in re.split(r"[\s,]+", answer.strip())})
    return replace(it.draft, denominations=tuple(values))


def _small_blind(it: Sitting) -> Draft:
    answer = it.talk.ask(N_("Small blind?"), str(it.draft.small_blind), _payable(it))
    return replace(it.draft, small_blind=int(answer))


def _big_blind(it: Sitting) -> Draft:
    least = it.draft.small_blind
    default = it.draft.big_blind if it.draft.big_blind >= least else 2 * least
    answer = it.talk.ask(N_("Big blind?"), str(default), _payable(it, least))
    return replace(it.draft, big_blind=int(answer))


def _decks(it: Sitting) -> Draft:
    it.talk.say(N_("Two decks with different backs: one is shuffled while the other is dealt."))
    right = whole_number(it.talk.words, 1, 8)
    answer = it.talk.ask(N_("How many decks are in use?"), str(it.draft.decks), right)
    return replace(it.draft, decks=int(answer))


def _floor(it: Sitting) -> Draft:
    asked = N_(
        "Are open questions decided by a floor person (present), by the players together "
        "(absent), or by whichever comes first (either)?"
    )
    return replace(it.draft, floor=it.talk.choose(asked, FLOORS, it.draft.floor))


def _pin(it: Sitting) -> Draft:
    """Ask for the floor's PIN, and store it in a separate file instead of the draft.

    Nothing is asked if the table has no floor person, or if the file already exists.
    """
    file = it.config.parent / PIN_FILE
    if it.draft.floor == "absent" or file.exists():
        return it.draft
    it.talk.say(
        N_(
            "On the table's own screen, a PIN opens the floor's panel. If there is a reader for "
            "the floor's badge, the badge is needed too."
        )
    )

    none, nothing = it.talk.words.say(NO_PIN), understood({NO_PIN: ""}, it.talk.words)

    def check(answer: str) -> str:
        try:
            pin_for(SHARED, answer if answer.lower() not in nothing else "0000")
        except ValueError:
            wrong = N_("Answer {none}, or enter a PIN of 4 to 12 digits.")
            return it.talk.words.say(wrong, none=none)
        return ""

    question = N_("The floor's PIN, 4 to 12 digits (hidden as you type)?")
    while (answer := it.talk.ask(question, none, check, unseen=True)).lower() not in nothing:
        if it.talk.ask(N_("Enter the PIN again to confirm"), unseen=True) == answer:
            save_pin(file, pin_for(SHARED, answer))
            break
        it.talk.say(N_("The two PINs differ."), "yellow")
    return it.draft


def _language(it: Sitting) -> Draft:
    words, known = it.talk.words, languages()
    names = {str(locale(code).get_language_name(one)): code for code in known for one in known}
    named = [
        words.say(
            N_("{code}: {language}"),
            code=code,
            language=locale(code).get_language_name(words.language),
        )
        for code in known
    ]
    answer = it.talk.choose(
        N_("Which language does the display use ({languages})?"),
        {code: code for code in known} | names,
        it.draft.language,
        languages=", ".join(named),
    )
    return replace(it.draft, language=answer)


def _shoe(it: Sitting) -> Draft:
    if not it.talk.yes(
        N_("Are the cards dealt from a shoe that reads them?"), default=it.draft.shoe
    ):
        return replace(it.draft, shoe=False, gate=False)
    shut = N_("Can the shoe be closed during a betting round?")
    gate = it.talk.yes(shut, default=it.draft.gate)
    return replace(it.draft, shoe=True, gate=gate)


def _extras(it: Sitting) -> Draft:
    words = it.talk.words
    named = [
        words.say(N_("{extra} ({meaning})"), extra=words.say(name), meaning=words.say(meaning))
        for name, meaning in EXTRA_WORDS.values()
    ]
    answers = {name: extra for extra, (name, _) in EXTRA_WORDS.items()}
    meant = understood(answers | {NO_EXTRAS: ""}, words)
    it.talk.say(N_("A table may have additional antennas: {extras}."), extras=", ".join(named))

    def check(answer: str) -> str:
        strange = [word for word in _words(answer) if word not in meant]
        wrong = N_('"{word}" is not one of the options.')
        return words.say(wrong, word=strange[0]) if strange else ""

    mine = [words.say(name) for name, extra in answers.items() if extra in it.draft.extras]
    default = " ".join(mine) or words.say(NO_EXTRAS)
    answer = it.talk.ask(N_("Which of these does your table have?"), default, check)
    chosen = {meant[word] for word in _words(answer)}
    return replace(it.draft, extras=tuple(extra for extra in EXTRAS if extra in chosen))


def _words(answer: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", answer.lower()) if word]


def _devices(it: Sitting) -> Draft:
    """Search for nodes and readers until the user confirms the list of them; return the new draft.

    If none is found, the user may choose a simulated table, or one whose cards are entered on a
    screen.
    """
    while True:
        found = it.look()
        for one in found:
            it.talk.show(_described(it.talk.words, one), "yellow" if one.problem else "")
        there = [one for one in found if not one.problem]
        if not there:
            it.talk.say(N_("No node or reader answered."), "yellow")
            if it.talk.yes(N_("Set up a simulated table instead?"), default=False):
                return replace(it.draft, simulated=True, read=True, machines=(), under=())
            if it.talk.yes(
                N_("Play without readers, entering everything on a screen?"), default=False
            ):
                none = replace(it.draft, simulated=False, machines=(), under=(), shoe=False)
                return replace(none, read=False, chips="keyed", gate=False, extras=())
        elif it.talk.yes(
            N_("Are these all the devices that are plugged in ({number})?"), number=len(there)
        ):
            machines = tuple(_machine(it, one, n) for n, one in enumerate(there, 1))
            machines = by_their_names(machines, [one.node for one in there])
            ports = {one.port for one in there}
            under = tuple(one for one in it.draft.under if one.port in ports)
            return replace(
                it.draft, simulated=False, read=True, machines=_distinct(machines), under=under
            )
        it.talk.ask(N_("Plug in what is missing, then press Enter"))


def _described(words: Words, one: Found) -> str:
    if one.problem:
        where, problem = one.port or "PC/SC", in_words(one.problem, words.say)
        return "  " + words.say(N_("{where}: {problem}"), where=where, problem=problem)
    if one.kind == "pcsc":
        return "  " + words.say(N_('reader "{name}"'), name=one.port)
    if one.kind == "pepper":
        said = N_("Pepper C1, firmware {firmware}, on {port}")
        return "  " + words.say(said, firmware=one.firmware, port=one.port)
    return "  " + words.say(
        N_('node "{node}", role {role}, firmware {firmware}, on {port}'),
        node=one.node,
        role=one.role,
        firmware=one.firmware,
        port=one.port,
    )


def _machine(it: Sitting, one: Found, number: int) -> Machine:
    default = one.node if NAME.fullmatch(one.node) else f"{one.kind}-{number}"
    seat = 0
    if one.role == "seat" and one.kind == "node":
        digits = re.findall(r"\d+", one.node)
        guess = digits[-1] if digits and 1 <= int(digits[-1]) <= it.draft.seats else "1"
        where = N_("Which seat do the keys on {node} belong to?")
        right = whole_number(it.talk.words, 1, it.draft.seats)
        seat = int(it.talk.ask(where, guess, right, node=default))
    return Machine(default, one.kind, one.port, one.role, seat, one.baud, one.firmware)


def by_their_names(machines: tuple[Machine, ...], nodes: Sequence[str]) -> tuple[Machine, ...]:
    """Return the devices, with `by_name` set for the nodes to be recognised by their own ids.

    That is necessary if any adapter lacks a unique name: after a restart, its port's name may
    belong to another such adapter. `nodes` contains the id that each device reported. A node whose
    id occurs in `nodes` more than once is still recognised by its port.
    """
    if not any(nameless(machine.port) for machine in machines):
        return machines
    return tuple(
        replace(one, by_name=one.kind == "node" and nodes.count(one.name) == 1) for one in machines
    )


def _distinct(machines: tuple[Machine, ...]) -> tuple[Machine, ...]:
    names: set[str] = set()
    out = []
    for machine in machines:
        name, more = machine.name, 2
        while name in names:
            name, more = f"{machine.name}-{more}", more + 1
        names.add(name)
        out.append(replace(machine, name=name))
    return tuple(out)


def _payable(it: Sitting, least: int = 1) -> Check:
    """Return a check that an answer is an amount of at least `least` that the chips can make up."""
    words, piece = it.talk.words, min(it.draft.denominations)
    number = whole_number(words, least, MOST_CHIPS)

    def check(answer: str) -> str:
        wrong = number(answer)
        if not wrong and int(answer) % piece:
            return words.say(N_("The smallest chip is {amount}."), amount=piece)
        return wrong

    return check


STEPS: dict[str, Question] = {
    N_("name"): _name,
    N_("venue"): _venue,
    N_("house"): _house,
    N_("seats"): _seats,
    N_("chips"): _chips,
    N_("denominations"): _denominations,
    N_("small blind"): _small_blind,
    N_("big blind"): _big_blind,
    N_("decks"): _decks,
    N_("floor"): _floor,
    N_("pin"): _pin,
    N_("language"): _language,
    N_("shoe"): _shoe,
    N_("extras"): _extras,
    N_("devices"): _devices,
    N_("zones"): learn_zones,
}
"""The questions in order, by subject."""
