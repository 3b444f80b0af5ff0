"""A TOML file is answered with every mistake at once, and with the line of each."""

import datetime
import enum
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.toml.file import (
    FileProblems,
    KeyPath,
    Mistake,
    load,
    read,
    shape,
    spell,
)
from controller.toml.inherit import inherited
from controller.toml.line_numbers import lines_of
from controller.toml.shape import describe, misfits


class Colour(enum.Enum):
    """A choice that is an enum."""

    RED = "red"
    BLUE = "blue"


class Lamp(msgspec.Struct, frozen=True, tag="lamp"):
    """One kind of thing."""

    watts: Annotated[int, msgspec.Meta(ge=1, le=100)]
    colour: Colour = Colour.RED


class Bell(msgspec.Struct, frozen=True, tag="bell"):
    """Another kind of thing, that no type alone holds right."""

    low: int
    high: int

    def __post_init__(self) -> None:
        """Refuse an upside-down bell."""
        if self.low > self.high:
            raise ValueError("low is higher than high")


class Room(msgspec.Struct, frozen=True):
    """A file with everything in it that our files have."""

    name: Annotated[str, msgspec.Meta(min_length=1)]
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)] = 10
    mode: Literal["rfid", "keyed"] = "rfid"
    share: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.0
    loud: bool = False
    pair: tuple[int, str] = (1, "one")
    chips: tuple[int, ...] = ()
    things: tuple[Lamp | Bell, ...] = ()
    doors: dict[Annotated[str, msgspec.Meta(pattern="^[a-z]+$")], int] = {}
    remark: str | None = None
    opened: datetime.date | None = None
    blinds: tuple[int, int] | Literal["none"] = "none"


def problems(text: str) -> list[str]:
    """Return the lines of the refusal of a text, without the name of the file."""
    with pytest.raises(FileProblems) as refused:
        read(text, Room)
    return [line.removeprefix("text:").strip() for line in str(refused.value).splitlines()]


@pytest.mark.parametrize(
    ("meta", "said"),
    [
        (msgspec.Meta(ge=0.5, le=2), "a number from 0.5 to 2"),
        (msgspec.Meta(ge=0.5), "a number of at least 0.5"),
        (msgspec.Meta(le=0.5), "a number of at most 0.5"),
        (msgspec.Meta(gt=0, lt=1), "a number"),
    ],
)
def test_a_range_is_described_by_numbers_that_are_in_it(meta: msgspec.Meta, said: str) -> None:
    assert describe(msgspec.inspect.type_info(Annotated[float, meta])) == said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "name: is missing; expected non-empty text in quotes"),
        ('name = ""', '1: name: "" is not allowed here; expected non-empty text in quotes'),
        ("name = 3", "1: name: 3 is not allowed here; expected non-empty text in quotes"),
        ('name="x"\nseat=6', '2: seat: is not a known key; expected "seats"'),
        ('name="x"\nqqq=6', "2: qqq: is not a known key; expected one of blinds, chips,"),
        ('name="x"\nseats=11', "2: seats: 11 is not allowed here; expected a whole number"
         " from 2 to 10"),
        ('name="x"\nseats=true', "2: seats: true is not allowed here; expected a whole"),
        ('name="x"\nmode="RFID"', '2: mode: "RFID" is not allowed here; expected one of'
         ' "keyed", "rfid"'),
        ('name="x"\nshare=1.0', "2: share: 1.0 is not allowed here; expected a number"),
        ('name="x"\nloud=1', "2: loud: 1 is not allowed here; expected true or false"),
        ('name="x"\npair=[1]', "2: pair: a list is not allowed here; expected a list of a whole "
                               "number, text in "
            "quotes"),
        ('name="x"\npair=[1,\n2]', "3: pair[#2]: 2 is not allowed here; expected text"),
        ('name="x"\nchips=[5,\n25,\n"x"]', '4: chips[#3]: "x" is not allowed here'),
        ('name="x"\nchips=5', "2: chips: 5 is not allowed here; expected a list of items, each a"),
        ('name="x"\nthings=5', "2: things: 5 is not allowed here; expected a list of items, each"),
        ('name="x"\n[[things]]\nwatts=3', '2: things[#1].type: is missing; expected one of'
         ' "lamp", "bell"'),
        ('name="x"\n[[things]]\ntype="lamb"', '3: things[#1].type: "lamb" is not a known kind;'
         ' expected "lamp"'),
        ('name="x"\n[[things]]\ntype="lamp"\nwatts=0', "4: things[#1].watts: 0 is not allowed"),
        ('name="x"\n[[things]]\ntype="lamp"\nwatts=9\ncolour="rad"',
         '5: things[#1].colour: "rad" is not allowed here; expected "red"'),
        ('name="x"\nthings=[{type="bell",low=3,high=2}]', "2: things[#1]: low is higher than"),
        ('name="x"\n[doors]\nA1=1',
        "3: doors.A1: is not a valid key; expected text that matches /^[a-z]+$/"),
        ('name="x"\n[doors]\nback="shut"', '3: doors.back: "shut" is not allowed here'),
        ('name="x"\nremark=1', "2: remark: 1 is not allowed here; expected text"),
        ('name="x"\nopened="today"', '2: opened: "today" is not allowed here; expected a'
         " date or time"),
        ('name="x"\nblinds=[50, "x"]', '2: blinds[#2]: "x" is not allowed here'),
        ('name="x"\nblinds="some"', '2: blinds: "some" is not allowed here; expected a list'
         ' of a whole number, a whole number, or "none"'),
        ('name="x\n', "1: is not TOML:"),
        ('name="x"\nname="y"\n', "2: is not TOML:"),
        (f"name={'7' * 5000}\n", "contains a number with thousands of digits"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_line_key_and_remedy(text: str, expected: str) -> None:
    """Whatever is wrong, the message says where, what, and what would be right."""
    found = problems(text)
    assert len(found) == 1
    assert found[0].startswith(expected)


def test_every_mistake_is_reported_at_once_in_the_order_of_the_lines() -> None:
    """Nobody mends a file one message at a time."""
    text = 'nam = "x"\nseats = 1\nmode = "x"\n[[things]]\ntype = "lamp"\nwatt = 3\n'
    with pytest.raises(FileProblems) as refused:
        read(text, Room)
    keys = [problem.key for problem in refused.value.problems]
    assert keys == [
        "name",
        "nam",
        "seats",
        "mode",
        "things[#1].watts",
        "things[#1].watt",
    ]


def test_what_is_right_becomes_the_struct() -> None:
    """All kinds of values arrive as the types say."""
    room = read(
        'name = "x"\nblinds = [50, 100]\nopened = 2026-11-20\nthings = [\n'
        ' {type = "lamp", watts = 5, colour = "blue"}, {type = "bell", low = 1, high = 2}]\n',
        Room,
    )
    assert room.things == (Lamp(5, Colour.BLUE), Bell(1, 2))
    assert room.blinds == (50, 100)
    assert room.opened == datetime.date(2026, 11, 20)


def test_a_check_sees_the_struct_and_its_mistakes_get_lines() -> None:
    """What types can't say is said by the file's owner, with the same form of message."""

    def check(room: Room) -> Iterator[Mistake]:
        if len(room.chips) < room.seats:
            yield Mistake(("chips",), "too few", "one for each seat")
            yield Mistake(("chips", 0), "is the first")

    with pytest.raises(FileProblems) as refused:
        read('name = "x"\n\nchips = [\n  5]\n', Room, check)
    assert str(refused.value) == (
        "text:3: chips: too few; expected one for each seat\ntext:4: chips[#1]: is the first"
    )


def test_a_named_element_is_called_by_its_name() -> None:
    """A club knows its antennas by name, not by their place in a list."""
    values = {"antennas": [{"name": "seat-3"}, {}]}
    assert spell(("antennas", 0, "zone"), values) == "antennas[seat-3].zone"
    assert spell(("antennas", 1, "zone"), values) == "antennas[#2].zone"


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Missing, a folder, or not text: one line, and no traceback."""
    missing, folder, binary = tmp_path / "no.toml", tmp_path, tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, wrong in (
        (missing, "there is no such file"),
        (folder, "can't be read: Is a directory"),
        (binary, "is not text; expected a TOML file in UTF-8"),
    ):
        with pytest.raises(FileProblems) as refused:
            load(path)
        assert str(refused.value) == f"{path}: {wrong}"


def test_laid_over_another_a_file_changes_what_it_names_alone() -> None:
    """Tables merge, lists are replaced, and each mistake points to the file that made it."""
    base = load(
        'name = "x"\nseats = 99\nchips = [1, "bad"]\n[doors]\nfront = 1\nback = "?"',
        "base",
    )
    club = load("chips = [5]\n[doors]\nside = 2\n", "club")
    both = inherited(club, base, ())
    assert both.values["chips"] == [5]
    assert both.values["doors"] == {"front": 1, "back": "?", "side": 2}
    with pytest.raises(FileProblems) as refused:
        shape(both, Room)
    assert [(p.file, p.line) for p in refused.value.problems] == [
        ("base", 2),
        ("base", 6),
    ]
    assert both.place(("doors", "side")) == ("club", 3)
    assert both.place(("chips", 0)) == ("club", 1)


def test_a_carriage_return_does_not_move_a_line() -> None:
    """A file from another system has the same lines."""
    assert problems('name = "x"\r\n\r\nseats = 11\r\n')[0].startswith("3: seats")


KEYS = st.sampled_from(["a", "b-1", "c_2", "9", '"d e"', '"q\\"t"', "'x.y'", '"#"', '"]"'])
SCALARS = st.sampled_from([
    "1", "-2_000", "3.5e3", "true", "inf", "0xff", "1979-05-27 07:32:00Z", "07:32:00",
    '"text"', "''", '"a # no comment"', '"q\\"]}"', "'it]s'",
    '"""one\ntwo "q" """', "'''\nx'y\n'''",
    '"""five""\\"""""',
])  # fmt: skip
GAP = st.sampled_from(["", " ", "\n", " # note ] } \n", "\n\n\t"])


@st.composite
def inline(draw: st.DrawFn, depth: int = 2) -> str:
    """Draw a value: a scalar, a list over several lines, or an inline table."""
    form = draw(st.sampled_from(["scalar", "list", "table"])) if depth else "scalar"
    if form == "list":
        items = [draw(inline(depth - 1)) for _ in range(draw(st.integers(0, 3)))]
        body = ",".join(f"{draw(GAP)}{item}{draw(GAP)}" for item in items)
        comma = "," if bool(items) and draw(st.booleans()) else ""
        return f"[{body}{comma}{draw(GAP)}]"
    if form == "table":
        keys = draw(st.lists(KEYS, max_size=3, unique=True))
        # A line break may stand in an inline table only inside a value of more than one line.
        return "{" + ", ".join(f"{key} = {draw(inline(depth - 1))}" for key in keys) + " }"
    return draw(SCALARS)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw a TOML text: pairs, dotted keys, tables and lists of tables."""
    lines = []
    for number in range(draw(st.integers(0, 4))):
        lines.append(draw(st.sampled_from(["", "# note", f"r{number}.{draw(KEYS)} = 1"])))
        lines.append(f"p{number} = {draw(inline())}")
    for number in range(draw(st.integers(0, 3))):
        head = draw(st.sampled_from([f"[t{number}]", "[[many]]", f"[deep.{draw(KEYS)}.t{number}]"]))
        lines.append(head + draw(st.sampled_from(["", "  # note"])))
        keys = draw(st.lists(KEYS, max_size=3, unique=True))
        lines += [f"{key} = {draw(inline(1))}" for key in keys]
        if head == "[[many]]" and draw(st.booleans()):
            lines += ["[many.inner]", "x = 1", "[[many.list]]", "y = 2"]
    return "\n".join(lines)


def paths(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every path of the values that tomllib has read."""
    if path:
        yield path, value
    steps: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        steps = list(value.items())
    elif isinstance(value, list):
        steps = list(enumerate(value))
    for step, item in steps:
        yield from paths(item, (*path, step))


@given(documents())
def test_every_key_of_any_toml_text_has_its_line(text: str) -> None:
    """The walk finds the same keys as the parser, each on a line that has it."""
    expected = dict(paths(tomllib.loads(text)))
    found = lines_of(text)
    assert set(found) == set(expected)
    rows = text.split("\n")
    for path, line in found.items():
        if isinstance(path[-1], str):
            assert path[-1].replace('"', '\\"') in rows[line - 1]


SHAPES: list[Any] = [
    int, bool, float, str, list[int], tuple[int, ...], tuple[int, str], dict[str, int],
    Literal["a", 1], int | None, str | list[str], Lamp | Bell, Room, Lamp, Colour,
    Annotated[int, msgspec.Meta(ge=0, lt=10)], frozenset[str],
    Annotated[list[int], msgspec.Meta(min_length=1, max_length=2)],
]  # fmt: skip
VALUES = st.recursive(
    st.integers(-3, 120) | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "a", "x", "red", "lamp", "bell"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["type", "watts", "low", "high", "name", "seats", "x"]), inner, max_size=4
    ),
    max_leaves=6,
)  # fmt: skip


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A struct that refuses unknown keys by itself, to compare with."""

    seats: Annotated[int, msgspec.Meta(ge=2)]
    name: str = ""


@given(st.sampled_from([*SHAPES, Strict]), VALUES)
def test_what_we_let_through_msgspec_takes(kind: Any, value: Any) -> None:
    """No value that passes our check is refused by the conversion: nothing goes unexplained."""
    if not list(misfits(value, msgspec.inspect.type_info(kind))):
        msgspec.convert(value, kind)


@given(VALUES)
def test_what_msgspec_takes_we_let_through(value: Any) -> None:
    """We refuse nothing that the struct allows."""
    try:
        msgspec.convert(value, Strict)
    except msgspec.ValidationError:
        assert list(misfits(value, msgspec.inspect.type_info(Strict)))
    else:
        assert not list(misfits(value, msgspec.inspect.type_info(Strict)))
