"""A grammar of PokerStars' format: every line must be one that the public readers know.

It covers games and antes that pokerkit's reader of the format does not take. It is independent of
the writer: the stacks after the hand are computed from the lines alone.
"""

import re
from collections import defaultdict

from controller.contract.errors import TapisError
from tests.rig.read_back import Story

AMOUNT = r"[$€£]?(\d+)"
CARDS = r"\[((?:[2-9TJQKA][cdhs] ?)+)\]"
ALL_IN = r"(?: and is all-in)?"
HEAD = re.compile(
    r"PokerStars Hand #\d+: (?:Tournament #\d+, Freeroll )?"
    r" (?:Hold'em|Omaha|5 Card Omaha|Omaha Hi/Lo|5 Card Omaha Hi/Lo|6\+ Hold'em)"
    r" (?:No Limit|Pot Limit|Limit)(?: - Level [IVXLC]+)?"
    rf" \((?:{AMOUNT}/{AMOUNT}|Button Blind {AMOUNT} - Ante {AMOUNT})(?: USD| EUR| GBP| )?\)"
    r" - \d{4}/\d\d/\d\d \d{1,2}:\d\d:\d\d \S+(?: \[\d{4}/\d\d/\d\d \d\d:\d\d:\d\d ET\])?"
)
TABLE = re.compile(r"Table '([^']+)' (\d+)-max(?: \(Play Money\))? Seat #(\d+) is the button")
SEAT = re.compile(rf"Seat (\d+): (.+) \({AMOUNT} in chips\) ")
ANTE = re.compile(rf"(.+): posts the ante {AMOUNT}{ALL_IN}")
BLIND = re.compile(
    rf"(.+): posts (?:small blind|big blind|button blind|straddle|kill blind) {AMOUNT}{ALL_IN}"
)
DEALT = re.compile(rf"Dealt to (.+) {CARDS}")
STREET = re.compile(rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (?:{CARDS} )?{CARDS}")
FOLD = re.compile(r"(.+): folds ")
CHECK = re.compile(r"(.+): checks ")
CALL = re.compile(rf"(.+): calls {AMOUNT}{ALL_IN}")
BET = re.compile(rf"(.+): bets {AMOUNT}{ALL_IN}")
RAISE = re.compile(rf"(.+): raises {AMOUNT} to {AMOUNT}{ALL_IN}")
BACK = re.compile(rf"Uncalled bet \({AMOUNT}\) returned to (.+)")
SHOWS = re.compile(rf"(.+): shows {CARDS} \((.+)\)")
COLLECTED = re.compile(rf"(.+) collected {AMOUNT} from (?:pot|main pot|side pot(?:-\d+)?)")
QUIET = re.compile(r"\*\*\* (?:HOLE CARDS|SHOW DOWN) \*\*\*|.+: (?:mucks hand|doesn't show hand) ")
CHAT = re.compile(r'.+ said, ".*"')
TOTAL = re.compile(
    rf"Total pot {AMOUNT}(?: Main pot {AMOUNT}\.(?: Side pot(?:-\d+)? {AMOUNT}\.)+)?"
    rf" \| Rake {AMOUNT} "
)
BOARD = re.compile(rf"Board {CARDS}")
END = re.compile(
    rf"Seat (\d+): (.+?)(?: \(button(?: blind)?\))?(?: \((?:small|big) blind\))? (?:"
    rf"folded (?:before Flop|on the (?:Flop|Turn|River))(?: \(didn't bet\))?|mucked"
    rf"|showed {CARDS} and (?:won \({AMOUNT}\)|lost) with .+|collected \({AMOUNT}\))"
)


class OffGrammar(TapisError, ValueError):
    """A line that does not match the grammar."""


def by_grammar(text: str) -> list[Story]:
    """Return the hands of a file in PokerStars' format. Raises `OffGrammar`."""
    return [_Lines(part.split("\n")).read() for part in text.split("\n\n\n") if part]


class _Lines:
    """A hand in the course of reading its lines."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.left: dict[str, int] = {}
        self.bets: dict[str, int] = defaultdict(int)
        self.said: list[tuple[str, str]] = []
        self.shown: dict[str, str] = {}
        self.collected = 0
        self.big = 0

    def read(self) -> Story:
        head, table, *rest = self.lines
        found = TABLE.fullmatch(table)
        stakes = HEAD.fullmatch(head)
        if stakes is None or found is None:
            raise OffGrammar(f"{head}\n{table}")
        button, seats, stacks = int(found[3]), dict[int, str](), dict[str, int]()
        while one := SEAT.fullmatch(rest[0]):
            seats[int(one[1])] = one[2]
            stacks[one[2]] = int(one[3])
            rest.pop(0)
        self.left = dict(stacks)
        middle = rest.index("*** SUMMARY ***")
        for line in rest[:middle]:
            self.line(line)
        # A limit game's header has the small and the big bet, others the two blinds.
        limit = re.search(r"(?<!No)(?<!Pot) Limit ", head) is not None
        if self.big and self.big != int(stakes[1 if limit else 2]):
            raise OffGrammar(f"a big blind of {self.big}: {head}")
        self.summary(rest[middle + 1 :], len(seats))
        order = sorted(seats, key=lambda seat: (seat <= button, seat))
        place = {seats[seat]: f"p{n}" for n, seat in enumerate(order, 1)}
        shown = {seat: self.shown[name] for seat, name in seats.items() if name in self.shown}
        return Story(
            tuple(order),
            tuple(seats[seat] for seat in order),
            tuple(stacks[seats[seat]] for seat in order),
            tuple(word.replace("@", place.get(name, "")) for name, word in self.said),
            tuple(sorted(shown.items())),
            tuple(self.left[seats[seat]] for seat in order),
        )

    def line(self, line: str) -> None:
        """Read a line by the first rule of the grammar that it matches. Raises `OffGrammar`."""
        for grammar, read in self.GRAMMAR:
            if found := grammar.fullmatch(line):
                read(self, found)
                return
        raise OffGrammar(line)

    def ante(self, found: re.Match[str]) -> None:
        self.left[found[1]] -= int(found[2])

    def blind(self, found: re.Match[str]) -> None:
        self.put(found[1], int(found[2]))
        if "posts big blind" in found[0] and "all-in" not in found[0]:
            self.big = int(found[2])

    def dealt(self, found: re.Match[str]) -> None:
        self.said.append((found[1], f"d dh @ {found[2].replace(' ', '')}"))

    def street(self, found: re.Match[str]) -> None:
        self.said.append(("", f"d db {found[2].replace(' ', '')}"))
        self.bets.clear()

    def fold(self, found: re.Match[str]) -> None:
        self.said.append((found[1], "@ f"))

    def check(self, found: re.Match[str]) -> None:
        self.said.append((found[1], "@ cc"))

    def call(self, found: re.Match[str]) -> None:
        self.put(found[1], int(found[2]))
        self.said.append((found[1], "@ cc"))

    def bet(self, found: re.Match[str]) -> None:
        self.put(found[1], int(found[2]))
        self.said.append((found[1], f"@ cbr {found[2]}"))

    def raises(self, found: re.Match[str]) -> None:
        name, by, to = found[1], int(found[2]), int(found[3])
        if to != max(self.bets.values(), default=0) + by:
            raise OffGrammar(found[0])
        self.put(name, to - self.bets[name])
        self.said.append((name, f"@ cbr {to}"))

    def back(self, found: re.Match[str]) -> None:
        self.left[found[2]] += int(found[1])

    def shows(self, found: re.Match[str]) -> None:
        self.shown[found[1]] = "".join(sorted(found[2].split()))

    def collects(self, found: re.Match[str]) -> None:
        self.left[found[1]] += int(found[2])
        self.collected += int(found[2])

    def nothing(self, found: re.Match[str]) -> None:
        """Skip a line that moves no chips or cards."""

    GRAMMAR = (
        (CHAT, nothing), (QUIET, nothing), (ANTE, ante), (BLIND, blind), (DEALT, dealt),
        (STREET, street), (FOLD, fold), (CHECK, check), (CALL, call), (BET, bet), (RAISE, raises),
        (BACK, back), (SHOWS, shows), (COLLECTED, collects),
    )  # fmt: skip

    def put(self, name: str, amount: int) -> None:
        self.left[name] -= amount
        self.bets[name] += amount

    def summary(self, lines: list[str], seats: int) -> None:
        """Check that the summary agrees with the lines."""
        total = TOTAL.fullmatch(lines[0])
        if total is None or int(total[1]) - int(total[4]) != self.collected:
            raise OffGrammar(lines[0])
        rest = lines[1:]
        if BOARD.fullmatch(rest[0]):
            rest = rest[1:]
        wrong = [line for line in rest if END.fullmatch(line) is None]
        if wrong or len(rest) != seats:
            raise OffGrammar("\n".join(wrong) or f"{len(rest)} seats in the summary of {seats}")
