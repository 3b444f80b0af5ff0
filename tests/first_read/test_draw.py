"""A draw for a reader who has not seen the code: a seed draws the same, and others' are half."""

from tests.first_read.draw import DOCSTRINGS, MESSAGES, drawn


def test_a_seed_draws_the_same_items_of_the_product() -> None:
    docstrings, messages = drawn(1)
    assert (docstrings, messages) == drawn(1)
    assert docstrings != drawn(2)[0]
    assert (len(set(docstrings)), len(set(messages))) == (DOCSTRINGS, MESSAGES)
    assert all(item.ours for item in docstrings + messages)


def test_a_mixed_draw_is_half_of_other_projects() -> None:
    docstrings, messages = drawn(1, mixed=True)
    assert sum(item.ours for item in docstrings) == len(docstrings) // 2 == DOCSTRINGS // 2
    assert sum(item.ours for item in messages) == len(messages) // 2 == MESSAGES // 2
    assert [item.ours for item in docstrings] != sorted(item.ours for item in docstrings)
    assert len({item.text for item in docstrings + messages}) == DOCSTRINGS + MESSAGES
