"""Drawing and simulation can't differ, and the role files run on simulated boards."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.build.command import HERE, documents, drawings
from hardware.build.kit import role_file
from hardware.build.plans.draw import drawing, full_layout
from hardware.build.plans.load import node_loads
from hardware.build.plans.pages import kit_documents
from hardware.build.plans.tables import ABOUT, antenna_tables, pins_of
from hardware.timing.standing_slots import TAGS
from hardware.twin.boards.rack import Orders, Rack
from hardware.twin.layout import reference_layout

SVG = "{http://www.w3.org/2000/svg}"


def test_what_is_shipped_is_what_the_layout_says() -> None:
    made = [*documents(), *kit_documents()]
    differ = [name for name, text in made if (HERE / name).read_text("utf-8") != text]
    assert not differ, "run `tapis build drawings`"


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_antenna_is_drawn_where_the_simulated_table_has_it(seats: int) -> None:
    root = ET.fromstring(drawing(seats))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}mm", f"{height:g}mm")
    drawn = set()
    for group in root.iter(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        if box is None:
            continue
        x, y, wide, deep = (float(box.attrib[k]) for k in ("x", "y", "width", "height"))
        drawn.add((x + wide / 2, y + deep / 2, wide, deep))
        assert left < x
        assert top < y
        assert x + wide < left + width
        assert y + deep < top + height
    assert drawn == {(p.x, p.y, p.width, p.depth) for p in full_layout(seats)}
    assert {plan.name for plan in reference_layout(seats)} <= {p.name for p in full_layout(seats)}


def test_no_label_lies_on_another() -> None:
    for seats in (8, 10):
        boxes = []
        root = ET.fromstring(drawing(seats))
        turned = {id(text) for group in root.iter(f"{SVG}g") if "transform" in group.attrib
                  for text in group.iter(f"{SVG}text")}  # fmt: skip
        for text in (text for text in root.iter(f"{SVG}text") if id(text) not in turned):
            size = float(text.attrib["font-size"])
            half = len(text.text or "") * size * 0.31
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            if text.attrib["text-anchor"] == "start":
                x += half
            boxes.append((x - half, y - size * 0.8, x + half, y, text.text))
        for index, one in enumerate(boxes):
            for other in boxes[index + 1 :]:
                apart = one[2] <= other[0] or other[2] <= one[0]
                assert apart or one[3] <= other[1] or other[3] <= one[1], (one, other)


@pytest.mark.parametrize("name", ABOUT)
def test_no_pin_is_used_twice(name: str) -> None:
    role = role_file(name)
    pins = [pin for pin, _, _ in pins_of(role)]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= {*range(23), 26, 27, 28}  # what a Pico brings out


def test_a_node_starts_with_each_role_file() -> None:
    rack = Rack()
    try:
        said: dict[str, str] = {}
        for name in ABOUT:
            role = role_file(name)
            role.pop("display", None)  # the one part that is not simulated
            rack.switch_on(name, role, 0)
        for to in range(100, 1600, 100):
            rack.begin(Orders(to))
            for board, sent in rack.end().tx.items():
                said[board] = said.get(board, "") + sent
        assert set(said) == set(ABOUT)
    finally:
        rack.close()


def test_the_tables_say_what_reading_takes_of_each_node() -> None:
    plans = full_layout(10)
    assert {plan.zone.partition(".")[0] for plan in plans} == set(TAGS)
    told = antenna_tables(10)
    for node in node_loads(plans):
        if node.device in {"seat-1", "centre"}:
            assert f"{node.share:.0%}{', **too much**' * node.too_much} | " in told


def test_drawings_of_another_table(tmp_path: Path) -> None:
    drawings(tmp_path, [6])
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "table-6.md",
        "table-6.svg",
        "wiring.md",
    ]
    assert len(re.findall(r"## Node `seat-", (tmp_path / "table-6.md").read_text())) == 6
