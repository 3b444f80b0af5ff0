"""The labels of the forms of staff."""

from display.web.staff.actions import ACTIONS, kinds
from display.web.staff.forms import Kind
from display.web.staff.labels import EITHER


def test_each_form_offers_the_two_options_of_its_own_subject() -> None:
    """Forms have fields of the same name, and a form's options say what the form is about."""
    offers = {
        (name, field): either
        for name, action in ACTIONS.items()
        for field, kind in kinds(action).items()
        if kind is Kind.TICK and (either := EITHER.get((action.makes, field))) is not None
    }
    assert {where: yes for where, (yes, _) in offers.items()} == {
        ("appeal-decided", "stands"): "The penalty stands",
        ("hand-for-hand", "on"): "Start hand for hand",
        ("clock-delegated", "on"): "This person may run the clock",
        ("move-clock", "longer"): "One minute more",
        ("deal-answered", "agrees"): "Yes, I agree",
        ("money-approved", "agrees"): "Yes, I agree",
        ("call-answered", "comes"): "The player is coming",
        ("move-answered", "yes"): "The player moves",
        ("deck-changed", "done"): "The deck is at the table",
    }
    assert all(yes != no for yes, no in offers.values())


def test_what_follows_on_a_thing_is_not_confirmed_as_the_thing() -> None:
    pairs = (("offence-reported", "report-dismissed"), ("rebuy-announced", "rebuy-paid"))
    assert [tuple(ACTIONS[name].done for name in pair) for pair in pairs] == [
        ("The report has been recorded.", "The report has been dismissed."),
        ("The rebuy has been recorded.", "The payment has been recorded."),
    ]
