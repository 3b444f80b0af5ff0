"""`tapis events`: prints the contract as plain text, Markdown, AsyncAPI or JSON."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from controller.contract.documents.asyncapi import as_yaml
from controller.contract.documents.tables import (
    Entry,
    command_entries,
    envelope_entries,
    event_entries,
    observation_entries,
    private_entries,
    topic_rows,
    view_entries,
)

ASYNCAPI: Final = Path(__file__).parents[1] / "contract" / "asyncapi.yaml"

_HEAD = """\
# What a table says, and what it can be asked

<!-- Made from the structs by `tapis events --markdown`: change those, not this. -->

Everything is JSON over MQTT (5, or 3.1.1), under a root that the table's config names:
`tapis/<venue>/<table>` unless it says otherwise. To hear a table:

    mosquitto_sub -v -t 'tapis/+/+/event/#'

An event travels in an envelope:

    {"v": 1, "seq": 4812, "session": "01J...", "at": "2026-11-20T21:00:00.123Z",
     "table": "3", "hand": 17, "type": "board.dealt", "data": {"street": "flop", ...},
     "epoch": "01J..."}

- `seq` has no gap over a table's whole life, across restarts. After a crash or an outage
  events may come twice: drop a `seq` that you have.
- Within an `epoch` a `seq` is never given to another event. Where the end of the journal was lost,
  or a backup was put back, the controller begins a new epoch: `status` names it before anything
  else goes out, the numbers go on behind the last event that is left, and `epoch.begun` says what
  is known to be lost. Remember the last `seq` of the epoch that `status` names: when that changes,
  forget which numbers you have, draw the `state` of the new epoch, and drop events of others. Who
  keeps every event keeps it by `epoch` and `seq`, and what an earlier epoch had behind the `after`
  of `epoch.begun` is void.
- `head` in the retained `state` is the hash at the end of the journal's chain. It is salted, so it
  tells nothing; who keeps one can ask `tapis journal verify --head` later whether the journal was
  rewritten.
- The retained `state` includes all events up to its own `seq`, and comes after them: draw the
  state, then apply the events behind it.
- See a gap? Publish `{"id": "x1", "data": {"after_seq": 4811}}` on `command/replay`. The events
  come on `replay/x1`, in order, then the reply, whose `seq` is the last one sent; ask again
  behind it for more. What is live comes first, and nobody has all: 5 000 events at once and 200 a
  second more, at most three requests at a time. Beyond that the reply says `too-many`, and when to
  ask again.
- A request may go to `command/<name>/<user>`, under the name of your user at the broker: you have a
  budget of your own then, and share none with those who ask without. 200 commands at once and 50 a
  second are carried out, others answered `too-many`; who goes on asking for what is no command, or
  without a known token, is answered once a second. `clients` in `health` names who asks too much.
- `all` in the place of the table's name reaches every table of the venue with one message:
  `tapis/<venue>/all/command/release`. Each table answers on its own `reply/`, and carries a request
  out once, however it came.
- Where the house hides stacks, they are null in `state` and in the events that everybody hears
  (`hand.started`, `hand.ended`, `stack.changed`, `seat.taken`, `seat.left`, `seat.busted`,
  `chips.coloured`). The same events go out whole on `floor/event/<type>`, just before, and on
  `floor/replay/<id>` when they are asked for again: who may read both keeps the first of a `seq`.
  `legal` and `turn.started` then tell what a stack without end may do, and no `most` but a cap's.
- A `player` is the room's id of somebody and says nothing of them. The `name` in `seat.taken` is
  what is shown; it is kept as long as hole cards (`keep_hole_cards_days`), and empty after that.
- A field that has a default (`= ...`) is left out when it has that value.
- Cards are `Kh`, amounts are chips, seats are numbered from 1 clockwise. The identity of a card
  that is not face up is in no topic.
- Amounts and stacks are at most 1 000 000 000 chips (`bad-amount`), texts 200 characters and lists
  50 texts (`too-long`), and `data` are nested at most 8 deep (`too-deep`).
- A command needs a token: a line `name token` in the file that `tokens` in `table.toml` names
  (mode 0600). A retained command is ignored. A request that comes twice is carried out once, over
  restarts of the controller too: its id belongs to the owner of its token, and one that this owner
  has given to another request is refused (`id-used`). The last 1000 are remembered.
  A line `name token local` is for a thing at the table, its own screen say: the keys of keyed seats
  are its own, all else it asks for in the name of the floor, while the floor's badge lies on its
  reader or after `unlock` with the PIN.
  While `health` has a `journal` other than `ok`, the table stands still: nothing is shown that
  is not on disk.

The controller checks every command itself. The broker's access list is the second lock; for
mosquitto:

    user table-3
    topic readwrite tapis/club/3/#
    user display
    topic deny tapis/club/+/floor/#
    topic read tapis/club/#
    topic write tapis/club/+/command/replay
    topic write tapis/club/+/command/replay/display
"""


def events(
    as_json: Annotated[bool, typer.Option("--json", help="Print all the tables as JSON.")] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the text of docs/EVENTS.md.")
    ] = False,
    asyncapi: Annotated[
        bool,
        typer.Option("--asyncapi", help="Print the text of controller/contract/asyncapi.yaml."),
    ] = False,
) -> None:
    """Show every topic, event and command with its fields."""
    if asyncapi:
        typer.echo(as_yaml(), nl=False)
    elif markdown:
        typer.echo(as_markdown(), nl=False)
    elif as_json:
        typer.echo(msgspec.json.encode({name: rows for name, _, rows in _tables()}).decode())
    else:
        _show(Console())


def as_markdown() -> str:
    """Return the contract as Markdown, as in `docs/EVENTS.md`."""
    parts = [_HEAD, "## Topics\n\n| topic | how | what |\n| --- | --- | --- |"]
    parts += [f"| `{topic}` | {how} | {what} |" for topic, how, what in topic_rows()]
    for name, about, rows in _tables():
        parts.append(f"\n## {name}\n\n{about}\n\n| name | fields | meaning |\n| --- | --- | --- |")
        parts += [_markdown_row(row) for row in rows]
    return "\n".join(parts) + "\n"


def _tables() -> tuple[tuple[str, str, tuple[Entry, ...]], ...]:
    return (
        ("Events", "On `event/<type>`; the fields are the envelope's `data`.", event_entries()),
        (
            "Commands",
            "On `command/<name>`; the fields are the request's `data`. A token of the table's "
            "`tokens` file says who asks; `replay` needs none.",
            command_entries(),
        ),
        ("Messages", "What else travels, and how events and commands do.", envelope_entries()),
        ("Views", "What the state and the health are made of.", view_entries()),
        (
            "Observations",
            "What the table has sensed or been told. In the journal, and nowhere else.",
            observation_entries(),
        ),
        (
            "Private events",
            "What names cards that are not public. In the journal, and at one seat's ear.",
            private_entries(),
        ),
    )


def _markdown_row(row: Entry) -> str:
    fields = "<br>".join(f"`{name}: {words}`" for name, words in row.fields).replace("|", "\\|")
    return f"| `{row.name}` | {fields} | {_one_line(row.meaning)} |"


def _show(console: Console) -> None:
    console.print("Topics", style="italic")
    for topic, how, what in topic_rows():
        # On a line of its own, however narrow the terminal: it is to be copied.
        console.print(topic, style="bold", soft_wrap=True, markup=False, highlight=False)
        console.print(f"    {how}: {_one_line(what)}", markup=False, highlight=False)
    for name, about, rows in _tables():
        table = Table("name", title=f"{name}: {about}", title_justify="left")
        # A closed set is never cut off, however narrow the terminal.
        table.add_column("fields", overflow="fold")
        table.add_column("meaning", overflow="fold")
        for row in rows:
            table.add_row(row.name, _lines(row.fields), _one_line(row.meaning))
        console.print(table, markup=False)


def _lines(fields: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{name}: {words}" for name, words in fields)


def _one_line(text: str) -> str:
    return " ".join(text.split())
