"""The four tables to build: each config loads and has the time, and each board knows its part."""

import re
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.config.model import load_config
from controller.contract.commands import SetLevel, SitDown
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.setup.draft import Draft, Machine, Slowed, Under, slowed
from hardware.build.kit import BOUGHT, KEYED, KITS, ONE_READER, WHOLE, Kit
from hardware.build.plans.bought import bought_drawing, bought_page
from hardware.build.plans.draw import full_layout
from hardware.build.plans.load import loads_of
from hardware.build.plans.match import all_sizes
from hardware.build.plans.tables import pins_of
from hardware.build.plans.template import PAGE, WIDEST, pages

READING = [ONE_READER, WHOLE]
PICO = {*range(23), 26, 27, 28}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_its_config_loads_and_no_board_has_too_much_to_do(kit: Kit, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["build", "table", kit.name, "--to", str(tmp_path)])
    assert told.exit_code == 0, told.output
    config = load_config(tmp_path / "table.toml")
    bought = {machine.name for machine in kit.draft.machines if machine.kind == "pepper"}
    assert {device.name for device in config.devices} == set(kit.files) | bought
    assert bought == ({"hands", "centre"} if kit is BOUGHT else set())
    assert config.links.slots == (kit is WHOLE)
    assert all(node.share < 1 and not node.too_much for node in loads_of(config))
    assert sorted(file.stem for file in tmp_path.glob("roles/*")) == sorted(kit.files)


def test_a_table_of_bought_readers_winds_no_coil_and_says_first_what_it_cannot_do() -> None:
    assert BOUGHT.roles() == {}
    assert [len([p for p in BOUGHT.plans if p.device == name]) for name in ("hands", "centre")] == [
        8, 7,
    ]  # fmt: skip
    page = bought_page(BOUGHT)
    parts = [line for line in page.splitlines() if line.endswith("| price not found |")]
    assert len(parts) == len([part for part in BOUGHT.parts if part.each is None]) == 2
    assert page.index("## What it can't do") < page.index("## Parts") < page.index("## Wiring")
    assert "coils/" not in page
    drawing = bought_drawing(BOUGHT)
    assert {text.text for text in ET.fromstring(drawing).iter(f"{SVG}text")} >= {
        plan.name for plan in BOUGHT.plans
    }
    assert all(zone not in all_sizes() for zone in ((68, 110),))


def test_a_table_of_every_kit_is_made_from_a_clone() -> None:
    script = (Path(__file__).parents[3] / "debian/table").read_text("utf-8")
    [names] = re.findall(r"^ +(\S+(?: \| \S+)+)\) tapis build table", script, re.MULTILINE)
    assert names.split(" | ") == [*KITS]


def test_a_table_with_nothing_read_has_nothing_to_wire() -> None:
    assert (KEYED.plans, KEYED.roles()) == ([], {})
    assert CliRunner().invoke(app, ["build", "table", "keyed"]).output == KEYED.config()


def test_a_config_that_somebody_has_made_is_kept_beside_the_kits_own(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('name = "ours"\n')
    for _ in range(2):
        CliRunner().invoke(app, ["build", "table", "keyed", "--to", str(tmp_path)])
        assert (tmp_path / "table.toml.bak").read_text() == 'name = "ours"\n'
        assert (tmp_path / "table.toml").read_text() == KEYED.config()


@pytest.mark.parametrize("kit", READING, ids=lambda kit: kit.name)
def test_each_pin_is_there_and_used_once_and_the_switch_has_a_way_for_each_coil(kit: Kit) -> None:
    for name, role in kit.roles().items():
        pins = [pin for pin, _, _ in pins_of(role)]
        assert role["node"] == name
        assert len(set(pins)) == len(pins), name
        assert PICO.issuperset(pins)
        assert role["antennas"] <= 1 << len(role["mux"])


def test_what_is_dear_is_told_and_the_cheap_table_costs_300_euros() -> None:
    assert ONE_READER.cost < 300 < WHOLE.cost
    assert all(part.instead and part.pieces for kit in READING for part in kit.parts)
    sources = {part.source for kit in READING for part in kit.parts if part.source}
    assert len(sources) == 5
    assert all(re.search(r"\]\(https?://[^ ]+\)", source) for source in sources)
    boards = {kit.name: [p.pieces for p in kit.parts if p.what == "Raspberry Pi Pico"]
              for kit in READING}  # fmt: skip
    assert boards == {kit.name: [len(kit.files)] for kit in READING}


@pytest.mark.parametrize("kit", READING, ids=lambda kit: kit.name)
def test_every_coil_is_on_a4_whole_and_at_full_size(kit: Kit) -> None:
    widths: dict[str, float] = {}
    for name, text in pages(kit.plans):
        root = ET.fromstring(text)
        assert root.attrib["width"] == f"{PAGE[0]}mm"
        share = root.find(f"{SVG}clipPath/{SVG}rect")
        assert share is not None
        wide = float(share.attrib["width"]) - 1
        assert wide <= WIDEST
        assert float(share.attrib["y"]) + float(share.attrib["height"]) < PAGE[1]
        size = re.search(r"\d+x\d+", name)
        assert size is not None
        widths[size[0]] = widths.get(size[0], 0) + wide
    assert widths == {f"{p.width}x{p.depth}": pytest.approx(p.width) for p in kit.plans}


def test_a_board_without_the_time_reads_more_seldom_and_set_up_says_so() -> None:
    assert slowed(WHOLE.draft) == (
        Slowed("board", 110, full=False),
        Slowed("muck", 360, full=False),
    )
    assert slowed(ONE_READER.draft) == (Slowed("centre", 280, full=False),)
    crowd = tuple(Under(f"stack.{seat}", "p", seat - 1) for seat in range(1, 9))
    hands = tuple(Under(f"hand.{seat}", "p", seat + 7) for seat in range(1, 9))
    [found] = slowed(Draft(seats=8, machines=(Machine("n", "node", "p"),), under=crowd + hands))
    assert found.full
    assert found.move == tuple(f"stack.{seat}" for seat in range(1, 7))


def test_its_coils_lie_where_those_of_the_drawing_do() -> None:
    drawn = {(plan.x, plan.y, plan.width, plan.depth) for plan in full_layout(8)}
    assert all((p.x, p.y, p.width, p.depth) in drawn for kit in READING for p in kit.plans)


@pytest.mark.parametrize(("kit", "seed"), list(product([*READING, BOUGHT], (1, 2))))
def test_a_hand_on_its_coils_is_played_without_a_false_ruling(kit: Kit, seed: int) -> None:
    keyed = kit.draft.chips == "keyed"
    setup = Setup(load_house("tda"), 3, keyed=keyed, denominations=kit.draft.denominations,
                  shoe=kit.draft.shoe, gate=kit.draft.gate, depth="sensed", seed=seed,
                  plans=tuple(kit.plans))  # fmt: skip
    game = DealtGame(setup)
    dealer = game.dealer
    try:
        for seat in (1, 2, 3):
            dealer.command(SitDown(seat, f"P{seat}", 5000))
        dealer.command(SetLevel(50, 100))
        dealer.start_hand()
        dealer.deal()
        for street in ("flop", "turn", "river", ""):
            while turn := game.look().turn:
                owes = max(seat.bet or 0 for seat in game.look().seats)
                dealer.act(
                    turn, "call" if owes > (game.look().seats[turn - 1].bet or 0) else "check"
                )
            if street:
                dealer.street(street)
        assert game.look().phase == "showdown"
        assert len(game.look().board) == 5
        assert not game.look().rulings
        assert not game.shown().blind_zones
    finally:
        game.close()
