"""`tapis events`: prints the contract as plain text, Markdown, AsyncAPI or JSON."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from controller.contract.commands import ASKED, COMMANDS
from controller.contract.documents.asyncapi import as_yaml
from controller.contract.documents.tables import (
    MESSAGES,
    Entry,
    entries,
    tagged,
    topic_rows,
    views,
)
from controller.contract.observations import Observation
from controller.contract.private import AnyPrivateEvent
from controller.contract.public import EVENTS

_HEAD = """\
# What a table publishes, and which commands it takes

<!-- Made from the structs by `tapis events --markdown`: change those, not this. -->

All messages are JSON over MQTT (5 or 3.1.1), on topics under a root: `tapis/<venue>/<table>`,
unless the table's config sets another one. To receive a table's events:

    mosquitto_sub -v -t 'tapis/+/+/event/#'

Each event is sent in an envelope:

    {"v": 1, "seq": 4812, "session": "01J...", "at": "2026-11-20T21:00:00.123Z",
     "table": "3", "hand": 17, "type": "board.dealt", "data": {"street": "flop", ...},
     "epoch": "01J..."}

- `seq` has no gaps over the whole life of a table, including restarts. After a crash or an outage,
  events may be sent twice: ignore a `seq` that you already have.
- Within an `epoch`, a `seq` never belongs to two different events. If the end of the journal has
  been lost, or a backup has been restored, the controller begins a new epoch. It publishes the new
  epoch in `status` before anything else, continues numbering after the last remaining event, and
  reports in `epoch.begun` what is known to be lost. Remember the last `seq` of the current epoch.
  When the epoch in `status` changes, forget the numbers that you have, draw the `state` of the new
  epoch, and ignore events from other epochs. If you store all events, store them by `epoch` and
  `seq`; events of an earlier epoch after the `after` of `epoch.begun` are void.
- `head` in the retained `state` is the hash at the end of the journal's chain. It is salted, so it
  reveals nothing. If you keep one, `tapis journal verify --head` can check later whether the
  journal has been rewritten.
- The retained `state` includes all events up to its own `seq`, and is published after them: draw
  the state, then apply the events that follow it.
- If you see a gap, publish `{"id": "x1", "data": {"after_seq": 4811}}` on `command/replay`. The
  events arrive on `replay/x1`, in order, followed by the reply, whose `seq` is that of the last
  event sent. To get more, send another request from there. Live events take precedence over
  replays. Each client may request 5,000 events at once and another 200 per second, with at most
  three requests at a time. Beyond that, the reply is `too-many`, with the time after which to ask
  again.
- You can send a request to `command/<name>/<user>` with the name of your user on the broker. You
  then have a budget of your own; requests without a user name share one. A budget is 200 commands
  at once and 50 per second, and further commands are refused with `too-many`. Requests that are no
  valid command or have no known token are answered at most once a second if they keep coming.
  `clients` in `health` lists the users that send too many requests.
- With `all` instead of the table's name, one message reaches every table in the venue:
  `tapis/<venue>/all/command/release`. Each table replies on its own `reply/`. If a request reaches
  a table on both topics, the table carries it out once.
- Where the house hides stacks, they are null in `state` and in the public events that contain them
  (`hand.started`, `hand.ended`, `stack.changed`, `seat.taken`, `seat.left`, `seat.busted`,
  `chips.coloured`). The same events are published in full on `floor/event/<type>`, just before the
  public version, and on `floor/replay/<id>` when they are requested again. A client that may read
  both keeps the first version of each `seq`. `legal` and `turn.started` then list the options for
  an unlimited stack, with `most` only where a cap applies.
- `player` is the room's id for a person and reveals nothing about them. `name` in `seat.taken` is
  the name that is displayed. It is kept as long as hole cards (`keep_hole_cards_days`) and is
  empty after that.
- A field with a default (`= ...`) is omitted when it has that value.
- Cards are written as `Kh`, amounts are in chips, and seats are numbered clockwise from 1. No
  topic reveals a card that is not face up.
- Amounts and stacks are limited to 1,000,000,000 chips (`bad-amount`), texts to 200 characters and
  lists to 50 texts (`too-long`), and `data` to 8 levels of nesting (`too-deep`).
- A command needs a token: a line `name token` in the file set by `tokens` in `table.toml` (mode
  0600). Retained commands are ignored. A request that arrives twice is carried out once, even if
  the controller restarts in between. Its id belongs to the owner of the token, and an id that the
  same owner has used for another request is refused (`id-used`). A `sit-down` that repeats an id
  may have another `name` for the same `player`. The last 1000 ids are remembered.
  A line `name token local` is for a device at the table, such as its own screen. The device may
  press the keys of keyed seats. Its other commands need the floor's authority: the floor's badge
  on its reader, or an `unlock` with the PIN.
  While `journal` in `health` is anything other than `ok`, the table is stopped, because nothing is
  shown before it is on disk.

The controller checks every command itself. The broker's access list is a second safeguard. For
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
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole contract as JSON.")
    ] = False,
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
        ("Events", "On `event/<type>`; the fields are the envelope's `data`.", entries(EVENTS)),
        (
            "Commands",
            "On `command/<name>`; the fields are the request's `data`. A token from the table's "
            "`tokens` file identifies the sender; `replay` needs none.",
            entries(COMMANDS | ASKED),
        ),
        (
            "Messages",
            "The other messages, and the envelopes of events and commands.",
            entries(MESSAGES),
        ),
        ("Views", "The structs nested in the state and in the health message.", entries(views())),
        (
            "Observations",
            "What the table has sensed or received as input. Stored only in the journal.",
            entries(tagged(Observation)),
        ),
        (
            "Private events",
            "Events that name cards which are not public. They are sent only to the journal and "
            "to one seat's earpiece.",
            entries(tagged(AnyPrivateEvent)),
        ),
    )


def _markdown_row(row: Entry) -> str:
    fields = "<br>".join(f"`{name}: {words}`" for name, words in row.fields).replace("|", "\\|")
    return f"| `{row.name}` | {fields} | {_one_line(row.meaning)} |"


def _show(console: Console) -> None:
    console.print("Topics", style="italic")
    for topic, how, what in topic_rows():
        # On one line, however narrow the terminal, because people copy it.
        console.print(topic, style="bold", soft_wrap=True, markup=False, highlight=False)
        console.print(f"    {how}: {_one_line(what)}", markup=False, highlight=False)
    for name, about, rows in _tables():
        table = Table("name", title=f"{name}: {about}", title_justify="left")
        # A closed set is never truncated, however narrow the terminal.
        table.add_column("fields", overflow="fold")
        table.add_column("meaning", overflow="fold")
        for row in rows:
            fields = "\n".join(f"{name}: {words}" for name, words in row.fields)
            table.add_row(row.name, fields, _one_line(row.meaning))
        console.print(table, markup=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())
