"""A page for each staff action, and a page that lists all of them."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from controller.contract.venue import desk
from display.web.answers import FAILURES, Problem, Told, back_with, problem, why
from display.web.site import Visit
from display.web.staff.actions import (
    ACTIONS,
    GROUPS,
    Action,
    action_named,
    back_of,
    first_of,
    kinds,
    offered,
)
from display.web.staff.forms import Kind, fields_of
from display.web.staff.labels import EITHER, LABELS, OWN_LABELS
from display.web.staff.offers import (
    Offering,
    Offers,
    free_seats,
    offering,
    still_to_open,
)
from display.web.typed import ONCE, form_of, typed
from display.words.names import N_, Words

NO_RIGHT = N_("Your role does not allow that.")
SECOND = N_("Not done yet: a second person must approve or refuse it on the bank page.")
SIGNED_OUT = N_("This session has ended, so nothing was done. Please sign in and try again.")
OWN = ("once", "sure", "alone", "from")
"""The values that a form may send in addition to its fields."""


class Control(msgspec.Struct, frozen=True):
    """A form control.

    `name` is the field's name, and `needed` means that it is mandatory. `offers` are the options,
    or None for free text. `values` are the values of the whole form, by name; a control may use
    several of them. For example, the choice of a seat uses a table and a seat number. `hint` is
    shown next to the control, or "" for none.
    """

    name: str
    kind: Kind
    label: str
    needed: bool
    offers: Offers | None
    values: Mapping[str, str]
    hint: str = ""

    @property
    def value(self) -> str:
        """The control's value, or "" if it has none."""
        return self.values.get(self.name, "")

    @property
    def before(self) -> str:
        """The prefix of the form fields `table` and `seat` in a control that chooses a seat.

        It is "" if the control is mandatory, otherwise the field's name and a hyphen.
        """
        return "" if self.needed else f"{self.name}-"

    @property
    def any_ticked(self) -> bool:
        """Whether any of the control's options has been ticked."""
        return any(f"{self.name}.{key}" in self.values for key, _ in self.offers or ())


EACH: Final = frozenset({Kind.PLAYERS, Kind.FIGURES, Kind.TEXTS})
"""Kinds with a control for each option; leaving all of them empty means that none is chosen."""


def controls(action: Action, here: Offering, values: Mapping[str, str]) -> list[Control]:
    """Return the controls in an action's form, with their values.

    If one field must be filled in first and is not, only its control is returned.
    """
    needed = {one.name: one.needed for one in fields_of(action.makes, action.new)}
    first = first_of(action)
    only_first = bool(first) and not values.get(first)
    made = []
    for name, kind in kinds(action).items():
        if only_first and name != first:
            continue
        label = here.said.say(OWN_LABELS.get((action.makes, name), LABELS[name]))
        filled = values
        if kind is Kind.TEXTS:
            filled = {f"{name}.{key}": text for key, text in here.left_open.items()} | dict(values)
        must = needed.get(name, True)
        either = EITHER.get((action.makes, name))
        offers = _offers(here, name, either, needed=must or kind in EACH)
        hint = free_seats(here.room, here.said) if kind is Kind.PLACE else ""
        made.append(Control(name, kind, label, must, offers, filled, hint))
    return made


def _offers(
    here: Offering, name: str, either: tuple[str, str] | None, *, needed: bool
) -> Offers | None:
    if either is not None:
        yes, no = either
        return [("yes", here.said.say(yes)), ("", here.said.say(no))]
    found = here.of(name)
    if found is None or needed or "" in dict(found):
        return found
    return [("", "–"), *found]


async def every_action(request: Visit) -> Response:
    """Show all actions that the visitor may perform now."""
    may = offered(ACTIONS, request.visitor, request.site.room.evening)
    groups = [(group, [one for one in may if one.group == group]) for group in GROUPS]
    return request.page("staff/actions.html", groups=[one for one in groups if one[1]])


def _action(request: Visit) -> Action:
    action = action_named(request.path_params["action"], request.site.room.evening)
    if action is None:
        raise Problem(404, N_("There is no such action."))
    return action


async def form_page(request: Visit) -> Response:
    """Show an action's form; the URL may set values in advance."""
    action, visitor = _action(request), request.visitor
    if not visitor.may(action.right(visitor)):
        raise Problem(403, NO_RIGHT)
    values = {name: value[:200] for name, value in list(request.query_params.items())[:50]}
    if action.makes is desk.OpenTable and (tables := still_to_open(request.site)):
        values = dict(zip(("table", "seats"), map(str, tables[0]), strict=True)) | values
    return await _form(request, action, values)


async def _form(
    request: Visit, action: Action, values: Mapping[str, str], wrong: str = "", reason: str = ""
) -> Response:
    here = await offering(request, action, values)
    asked = controls(action, here, values)
    first = first_of(action)
    return request.page(
        "staff/form.html", 409 if wrong else 200, action=action, controls=asked, problem=wrong,
        reason=reason, back=back_of(action, values),
        only_first=bool(first) and not values.get(first),
        nothing=[one.label for one in asked if one.needed and one.offers == []],
    )  # fmt: skip


async def act(request: Visit) -> Response:
    """Perform a form's action, after asking for confirmation if needed; then show the next page."""
    said, visitor, action = request.said, request.visitor, _action(request)
    values = await form_of(request)
    try:
        what = action.of(values, visitor)
        if not visitor.may(type(what)):
            alone = f"/do/{action.name}" if values.get("alone") else back_of(action, values)
            return not_done(request, alone)
        if action.asks_again(values) and not values.get("sure"):
            return await _sure(request, action, values)
        answer = await send(request, what, values)
    except FAILURES as error:
        text = why(error, said)
        if values.get("alone"):
            return await _form(request, action, values, text, error.reason)
        # Another page contained the form, so that page shows the error.
        return back_with(request, back_of(action, values), Told(False, text, error.reason))
    done = SECOND if isinstance(answer.data, dict) and "second" in answer.data else action.done
    return back_with(request, back_of(action, values), Told(True, said.say(done)))


def not_done(request: Visit, back: str) -> Response:
    """Return an error if the visitor lacks permission, or the sign-in page if they are signed out.

    A visitor may have been signed out because the page was open for longer than a session lasts.
    `back` is the page to show after signing in again.
    """
    if request.visitor.role is not None:
        return problem(request, 403, NO_RIGHT)
    told = Told(False, request.said.say(SIGNED_OUT))
    return back_with(request, f"/sign-in?back={quote(back)}", told)


async def send(request: Visit, what: desk.AnyDo, values: Mapping[str, str]) -> desk.DeskAnswer:
    """Have the core process perform an action, and wait until the views include its result.

    If the same form is sent twice, the action is performed once. Raises `CoreAway` and `Refused`.
    """
    answer = await request.site.line.do(
        what, request.visitor.session, request.state.source, typed(values, "once", ONCE)
    )
    await request.site.caught_up(answer.seq)
    return answer


async def _sure(request: Visit, action: Action, values: Mapping[str, str]) -> Response:
    here = await offering(request, action, values)
    lines = [
        (one.label, text) for one in controls(action, here, values)
        if (text := in_words(one, here.said))
    ]  # fmt: skip
    sent = {name: value for name, value in values.items() if name not in OWN}
    return request.page(
        "staff/sure.html", action=action, lines=lines, sent=sent, once=values.get("once", ""),
        alone=values.get("alone", ""), back=back_of(action, values),
    )  # fmt: skip


def in_words(control: Control, said: Words) -> str:
    """Return a control's value in words, or "" if it has none."""
    values, offers = control.values, control.offers or []
    called: dict[Any, str] = dict(offers)
    before = f"{control.name}."
    match control.kind:
        case Kind.PLACE:
            table, seat = (values.get(control.before + one, "") for one in ("table", "seat"))
            return f"{table}-{seat}" if table else ""
        case Kind.PLAYERS:
            return ", ".join(text for key, text in offers if f"{before}{key}" in values)
        case Kind.FIGURES | Kind.TEXTS:
            held = ((text, values.get(f"{before}{key}", "")) for key, text in offers)
            return ", ".join(said.named(text, value) for text, value in held if value)
        case Kind.TICK if not control.offers:
            return said.say(N_("yes")) if control.value else ""
        case _:
            return called.get(control.value, control.value)
