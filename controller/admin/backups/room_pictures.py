"""A journal's hands as web pages: a series of pictures that show what everybody at the table saw.

Each hand is one page, in a folder that a browser can open from disk, without a server. Pictures are
made from the public state, so they contain only cards that were shown. The only exception is a
series made for one player, which also contains that player's own cards.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing
from html import escape
from pathlib import Path

import msgspec

from controller.contract.public import Phase, PublicState
from controller.houses.loader import find_house, load_house
from controller.houses.model import House
from controller.journal import JournalReader, JournalRow
from controller.run.loop.snapshots import unpack
from controller.table.engine import step
from controller.table.state import LOST_CARD, Table
from controller.table.view import public_state
from controller.toml.file import FileProblems
from display.web.pages import palette_css
from display.web.pictures.felt import described, felt
from display.web.records.archive import Kept, kept
from display.web.site import FOLDER
from display.words.names import N_, Words
from display.words.vocabulary import SUITS

TEXT_STYLE = "\N{VARIATION SELECTOR-15}"
"""The character that makes the suit symbol before it appear as text instead of as an emoji."""

BEFORE = (Phase.POSTING, Phase.DEALING)
OWN = N_("{name}'s hands")
AS_TEXT = N_("All hands as text for trackers and replayers")
SCRIPT = """\
const all = [...document.querySelectorAll("figure")];
let at = 0;
const show = (to) => {
  at = Math.max(0, Math.min(all.length - 1, to));
  all.forEach((one, n) => { one.hidden = n !== at; });
  document.querySelector("output").textContent = `${at + 1} / ${all.length}`;
};
for (const one of document.querySelectorAll("button")) {
  one.addEventListener("click", () => show(at + Number(one.value)));
}
document.addEventListener("keydown", (key) => {
  if (key.key === "ArrowRight") show(at + 1);
  if (key.key === "ArrowLeft") show(at - 1);
});
document.querySelector("nav").hidden = false;
show(0);
"""


class Pictured(msgspec.Struct):
    """A hand as a series of pictures.

    `began` is the wall time in ms at which the hand began. `frames` lists (caption, picture as
    SVG, state). If the pages are made for one player, `seat` is that player's seat, and `won`
    is the number of chips that they won from the pots. Both are 0 until that player has been dealt
    a card, and always 0 if the pages are for everybody.
    """

    table: str
    number: int
    began: int
    frames: list[tuple[str, str, PublicState]]
    seat: int = 0
    won: int = 0

    @property
    def kept(self) -> Kept:
        """Return the hand without names, in the format for the room's web pages."""
        return kept(self.table, self.number, self.began, [state for _, _, state in self.frames])


def _house(name: str, otherwise: House | None) -> House:
    """Return the house of this name or, if it is not on this machine, `otherwise`.

    Raises `FileProblems` if `otherwise` is needed but is None.
    """
    try:
        path = find_house(name)
    except FileProblems:
        if otherwise is None:
            raise
        return otherwise
    return load_house(str(path))


def pictured(
    journal: Path, said: Words, house: House | None = None, hero: str = ""
) -> Iterator[Pictured]:
    """Yield the hands of a journal as pictures, skipping rows whose hole cards have been deleted.

    `house` replaces any house that the journal names but that does not exist on this machine. If
    `hero` is given, only hands dealt to this player are included, with their own cards face up.
    Raises `JournalError` and `FileProblems`.
    """
    with JournalReader(journal) as reader, closing(reader.rows()) as rows:
        eras = {era.id: era for era in reader.eras()}
        houses = {one.id: _house(one.house, house) for one in eras.values()}
        table: Table | None = None
        hand: Pictured | None = None
        for row in rows:
            table = _after(reader, row, table, houses[row.era])
            if table is None or not row.public:
                continue
            name = eras[row.era].table
            if hand is None or hand.number != row.hand:
                yield from _complete(hand, hero)
                hand = Pictured(name, row.hand, row.wall, [])
            state = public_state(table, houses[row.era], row.public[-1][0], name)
            if hero:
                state = seen_by(hero, state, table)
                hand.seat = hand.seat or own_seat(hero, state)
                hand.won = sum(one.amount for one in table.hand.awards if one.seat == hand.seat)
            frame = described(state, said), felt(state, said)
            if not hand.frames or hand.frames[-1][:2] != frame:
                hand.frames.append((*frame, state))
        yield from _complete(hand, hero)


def _complete(hand: Pictured | None, hero: str) -> Iterator[Pictured]:
    """Yield the hand if it has pictures and, if `hero` is given, only if they were dealt in.

    For `hero`, the pictures of the deal are left out. They are kept if a ruling was open during the
    deal or the hand was dealt twice.
    """
    if hand is None or not (hand.number and hand.frames and (hand.seat or not hero)):
        return
    if hero:
        early = [place for place, frame in enumerate(hand.frames) if frame[2].phase in BEFORE]
        smooth = not any(frame[2].rulings for frame in hand.frames[: len(early)])
        if smooth and early == list(range(len(early))) and len(early) < len(hand.frames):
            hand.frames = hand.frames[len(early) :]
    yield hand


def own_seat(hero: str, state: PublicState) -> int:
    """Return `hero`'s seat, or 0 if they have no cards or share their name with another player."""
    named = [view for view in state.seats if view.name == hero]
    return named[0].seat if len(named) == 1 and named[0].cards else 0


def seen_by(hero: str, state: PublicState, table: Table) -> PublicState:
    """Return the state as the player `hero` sees it, with their own cards face up.

    The cards come from `table`. If it does not contain all of them, the state is left unchanged.
    """
    seat = own_seat(hero, state)
    held = table.hand.holes[seat]
    if not seat or state.seats[seat - 1].shown or LOST_CARD in held:
        return state
    view = msgspec.structs.replace(state.seats[seat - 1], shown=held)
    seats = (*state.seats[: seat - 1], view, *state.seats[seat:])
    return msgspec.structs.replace(state, seats=seats)


def _after(
    reader: JournalReader, row: JournalRow, table: Table | None, house: House
) -> Table | None:
    """Return the table after a journal row, or None if it can't be known.

    `table` is the table before the row; if it is None, a snapshot in the journal is used.
    """
    if row.observation is None:
        return None
    if table is None:
        kept = reader.snapshot(row.n - 1)
        if kept is None or kept.n != row.n - 1:
            return None
        table = unpack(kept.state).table
    return step(table, row.observation, house).table


def write_pages(
    hands: Iterator[Pictured], into: Path, said: Words, text: str = "", hero: str = ""
) -> int:
    """Write a page for each hand and an index page; return the number of hands.

    If `text` is given, the index links to the file of that name in the same folder. If `hero` is
    given, the index shows that player's cards and winnings.
    """
    into.mkdir(parents=True, exist_ok=True)
    style = (FOLDER / "static" / "room.css").read_text("utf-8")
    (into / "room.css").write_text(style.replace("vendor/inter.woff2", "inter.woff2"), "utf-8")
    shutil.copyfile(FOLDER / "static" / "vendor" / "inter.woff2", into / "inter.woff2")
    (into / "palette.css").write_text(palette_css(), "utf-8")
    (into / "hand.js").write_text(SCRIPT, "utf-8")
    head = said.say(OWN, name=hero) if hero else said.say("Archive")
    listed = []
    for hand in hands:
        name = f"{hand.table}-{hand.number:05}.html"
        title = f"{said.say('Table {table}', table=hand.table)} · " + said.say(
            "hand {n}", n=str(hand.number)
        )
        figures = "\n".join(
            f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>"
            for words, picture, _ in hand.frames
        )
        body = (
            '<nav hidden><button value="-1">◀</button> <output></output>'
            f' <button value="1">▶</button></nav>\n{figures}\n<p><a href="index.html">'
            f'{escape(head)}</a></p><script src="hand.js"></script>'
        )
        (into / name).write_text(_page(title, body, said), "utf-8")
        own = escape(_own(hand, hero, said)) if hero else ""
        listed.append(f'<li><a href="{escape(name)}">{escape(title)}</a>{own}</li>')
    body = f"<ol>{''.join(listed)}</ol>"
    if text:
        body += f'<p><a href="{escape(text)}">{escape(said.say(AS_TEXT))}</a></p>'
    (into / "index.html").write_text(_page(head, body, said), "utf-8")
    return len(listed)


def _own(hand: Pictured, hero: str, said: Words) -> str:
    states = [state for _, _, state in hand.frames]
    seats = [state.seats[seat - 1] for state in states if (seat := own_seat(hero, state))]
    held = max((view.shown for view in seats), key=len, default=())
    cards = " ".join(said.rank(card[0]) + SUITS[card[1]] + TEXT_STYLE for card in held)
    return "".join(
        f" · {part}" for part in (cards, hand.won and f"+{said.amount(hand.won)}") if part
    )


def _page(title: str, body: str, said: Words) -> str:
    return (
        f'<!doctype html>\n<html lang="{said.language}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="palette.css"><link rel="stylesheet" href="room.css"></head>'
        f"<body><main><h1>{escape(title)}</h1>\n{body}</main></body></html>\n"
    )
