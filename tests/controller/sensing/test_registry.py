"""The registry file: what is enrolled comes back; what is wrong is named with its line."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.scans import BadgeTag, ButtonTag, CardTag, ChipTag, Tag
from controller.sensing.registry import (
    CARDS,
    Registry,
    load_registry,
    save_registry,
)
from controller.toml.file import FileProblems

UIDS = st.integers(0, 2**64 - 1).map(lambda n: f"{n:016X}")
TAGS = st.one_of(
    st.builds(CardTag, st.sampled_from(sorted(CARDS)), st.integers(1, 3)),
    st.builds(ChipTag, st.integers(1, 100_000), st.integers(1, 3)),
    st.builds(
        BadgeTag,
        st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1),
        st.sampled_from(["player", "floor"]),
    ),
    st.builds(ButtonTag),
)


def one_of_each_card(tags: dict[str, Tag]) -> dict[str, Tag]:
    seen = set()
    return {
        uid: tag
        for uid, tag in tags.items()
        if not isinstance(tag, CardTag) or not (tag in seen or seen.add(tag))  # type: ignore[func-returns-value]
    }


@given(tags=st.dictionaries(UIDS, TAGS, max_size=30).map(one_of_each_card))
@settings(deadline=None)
def test_a_saved_registry_is_loaded_the_same(
    tmp_path_factory: pytest.TempPathFactory, tags: dict[str, Tag]
) -> None:
    path = tmp_path_factory.mktemp("registry") / "tags.toml"
    save_registry(Registry(tags), path)
    loaded = load_registry(path)
    assert dict(loaded.items()) == tags
    for uid, tag in tags.items():
        assert loaded.get(uid) == tag
        if isinstance(tag, CardTag):
            assert loaded.card(tag.card, tag.deck) == uid


def test_a_chip_may_be_worth_as_much_as_all_chips_together(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    path.write_text("[chips.1]\nE004000000000001 = 1000000000\n")
    assert load_registry(path).get("E004000000000001") == ChipTag(1_000_000_000, 1)


def test_nobody_else_reads_the_tags(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    path.write_text("")
    path.chmod(0o644)
    save_registry(Registry({"E004000000000001": CardTag("Kh", 1)}), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    outside = tmp_path / "outside"
    outside.write_text("mine")
    path.with_name("tags.toml.new").symlink_to(outside)
    save_registry(Registry(), path)
    assert outside.read_text() == "mine"


def test_the_group_of_a_shared_folder_reads_the_tags(tmp_path: Path) -> None:
    # Only root gives a file to any group; others to one of their own.
    group = 4711 if os.geteuid() == 0 else max(os.getgroups(), default=os.getegid())
    os.chown(tmp_path, -1, group)
    tmp_path.chmod(0o775)
    save_registry(Registry(), tmp_path / "tags.toml")
    found = (tmp_path / "tags.toml").stat()
    assert (found.st_gid, stat.S_IMODE(found.st_mode)) == (group, 0o640)


WRONG = [
    ('[deck.1]\nE004000000000001 = "Kx"\n', ["line 2", '"Kx" is not a card', '"Kh"']),
    (
        '[deck.1]\nE004000000000001 = "Kh"\n[chips.1]\nE004000000000001 = 100\n',
        ["line 2 and 4:", "enrolled twice"],
    ),
    (
        '[deck.1]\nE004000000000001 = "Kh"\n[chips.1]\nE004000000000001 = 100\n'
        "[chips.2]\nE004000000000001 = 100\n",
        ["line 2 and 4:", "enrolled twice"],
    ),
    (
        '[deck.1]\nE004000000000001 = "Kh"\nE004000000000002 = "Kh"\n',
        ["line 3", "both Kh of deck 1"],
    ),
    ("[chips.1]\nE004000000000001 = 0\n", ["line 2", "worth 1 or more, not 0"]),
    ("[chips.1]\nE004000000000001 = 1000000001\n", ["line 2", "worth 1000000000 at most"]),
    ('[chips.1]\nE004000000000001 = "100"\n', ["line 2", "does not fit in [chips]", "number"]),
    ("[deck.1]\nE004000000000001 = 7\n", ["line 2", "does not fit in [deck]", '"Kh"']),
    ('[deck.0]\nE004000000000001 = "Kh"\n', ["decks are numbered from 1"]),
    ('[deck.red]\nE004000000000001 = "Kh"\n', ["followed by a number: [deck.1]"]),
    ('[players]\nAnne = "04A1B2C3"\n', ['"ANNE" is not a uid', "hexadecimal"]),
    ('[players]\n04A1B2C3 = ""\n', ["needs its owner's name"]),
    ('[cards]\n04A1B2C3 = "Kh"\n', ["[cards] is unknown", "[deck.1]"]),
    ("button = 3\n", ['"button" must be a section']),
    ('[deck.1]\nE004000000000001 = "Kh\n', ["line 2"]),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_mistake_is_named(tmp_path: Path, text: str, said: list[str]) -> None:
    path = tmp_path / "tags.toml"
    path.write_text(text)
    with pytest.raises(FileProblems) as error:
        load_registry(path)
    for words in ["tags.toml", *said]:
        assert words in str(error.value)


def test_every_mistake_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    path.write_text('[deck.1]\nE004000000000001 = "1h"\nE004000000000002 = "Kk"\n')
    with pytest.raises(FileProblems) as error:
        load_registry(path)
    first, second = str(error.value).splitlines()
    assert first.startswith(f"{path}: line 2: ")
    assert second.startswith(f"{path}: line 3: ")


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match=r"tags\.toml: can't be read: No such file"):
        load_registry(tmp_path / "tags.toml")
    (tmp_path / "tags.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(FileProblems, match=r"tags\.toml: can't be read: it is not UTF-8"):
        load_registry(tmp_path / "tags.toml")


def test_small_letters_in_a_uid_are_the_same_tag(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    path.write_text('[deck.1]\ne00400000000abcd = "Qh"\n')
    assert load_registry(path).card("Qh") == "E00400000000ABCD"


def test_a_file_has_its_tags_in_an_order_that_does_not_change(tmp_path: Path) -> None:
    tags: list[Tag] = [
        ButtonTag(), ChipTag(5), ChipTag(100, 2), ChipTag(25), CardTag("As"), CardTag("Ks"),
        CardTag("Ah"), CardTag("As", 2), BadgeTag("Xavier", "floor"), BadgeTag("Bea"),
        BadgeTag("Anne"), BadgeTag("Anne"),
    ]  # fmt: skip
    named = {f"E00400000000{number:04X}": tag for number, tag in enumerate(tags)}
    for name, order in (("one", named), ("other", dict(reversed(named.items())))):
        save_registry(Registry(order), tmp_path / name)
        lines = (tmp_path / name).read_text().splitlines()
        assert [line if line[:1] == "[" else line[14:16] for line in lines if line] == [
            "[button]", "00", "[chips.1]", "01", "03", "[chips.2]", "02", "[deck.1]", "04", "05",
            "06", "[deck.2]", "07", "[floor]", "08", "[players]", "0A", "0B", "09",
        ]  # fmt: skip


def test_a_card_is_that_of_the_first_deck_unless_another_is_named() -> None:
    registry = Registry({"E0040001": CardTag("Kh", 2), "E0040002": CardTag("Kh", 1)})
    assert [registry.card("Kh"), registry.card("Kh", 1), registry.card("Kh", 2)] == [
        "E0040002", "E0040002", "E0040001",
    ]  # fmt: skip
    assert (registry.card("Kh", 3), registry.card("Qh")) == ("", "")
