"""Bags, tickets and games by turns, by keyboard alone."""

from playwright.sync_api import Page, expect

from controller.contract.venue import desk
from tests.display.web.test_browser import staff, tab_to
from tests.display.web.world import World

__all__ = ["staff"]


def test_a_stack_is_bagged_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/bags")
    tab_to(staff, "Bag the stack")
    staff.keyboard.press("Enter")
    staff.wait_for_url("**/do/stack-bagged?player=p_1")
    tab_to(staff, "Chips counted")
    staff.keyboard.type("8600")
    tab_to(staff, "Seal number")
    staff.keyboard.type("A17")
    tab_to(staff, "The player has signed")
    staff.keyboard.press("Space")
    tab_to(staff, "Bag a player's stack")
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("The bag is closed.")
    said = world.clerk.done(desk.Note)[-1].said
    assert (said.player, said.counted, said.seal, said.signed) == ("p_1", 8600, "A17", True)


def test_a_day_ends_and_bags_are_brought_and_counted_by_keyboard(staff: Page, world: World) -> None:
    for path, button, told_ in (
        ("day-ends", "End the day", "Bag the chips now."),
        ("bring-bags", "Bring in the bags from the previous day",
         "The bags have arrived: draw the seats and count each bag."),
    ):  # fmt: skip
        staff.goto(f"{world.url}/do/{path}")
        tab_to(staff, button)
        staff.keyboard.press("Enter")
        expect(staff.get_by_role("button", name=f"Yes: {button}")).to_be_visible()
        tab_to(staff, f"Yes: {button}")
        staff.keyboard.press("Enter")
        expect(staff.locator(".told")).to_have_text(told_)
    staff.goto(f"{world.url}/do/bag-opened")
    tab_to(staff, "Player")
    staff.keyboard.type("Chlo")
    tab_to(staff, "Chips counted")
    staff.keyboard.type("8200")
    tab_to(staff, "Count an opened bag")
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("The bag has been counted.")


def test_the_last_seat_and_a_game_are_given_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/tickets")
    tab_to(staff, "Choose the players who get the last seats")
    staff.keyboard.press("Enter")
    staff.wait_for_url("**/do/last-seats-decided")
    tab_to(staff, "Driss")
    staff.keyboard.press("Space")
    tab_to(staff, "Choose the players who get the last seats")
    staff.keyboard.press("Enter")
    yes = "Yes: Choose the players who get the last seats"
    expect(staff.get_by_role("button", name=yes)).to_be_visible()
    tab_to(staff, yes)
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("The seats have been assigned.")
    assert world.clerk.done(desk.Decide)[-1].said.players == ("p_3",)
    staff.goto(f"{world.url}/do/game-set")
    tab_to(staff, "Game")
    staff.keyboard.type("Omaha")
    tab_to(staff, "Change the game for all tables")
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("All tables have been notified.")
    assert world.clerk.done(desk.Decide)[-1].said.game == 1
    staff.goto(f"{world.url}/do/game-chosen?table=2")
    tab_to(staff, "Game")
    staff.keyboard.type("Omaha")
    tab_to(staff, "Record the dealer's choice of game")
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("The table was notified.")


def test_an_entry_is_paid_by_a_ticket_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/desk?q=zo")
    tab_to(staff, "Entry paid with a ticket")
    staff.keyboard.press("Space")
    tab_to(staff, "Sign in Zoé Petit")
    staff.keyboard.press("Enter")
    staff.wait_for_selector(".told")
    wanted = desk.Enter(person="h_1", identified=True, ticket=True)
    assert world.clerk.done(desk.Enter)[-1] == wanted
