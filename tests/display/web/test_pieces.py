"""A fragment that its template takes apart is the same as a whole, and its pieces can go alone."""

import jinja2

from display.web.live.push_changes import Picture, Piece
from display.web.pictures.pieces import Cut, whole

TEMPLATE = jinja2.Environment(autoescape=True).from_string(
    '<div>{% call cut("a") %}<p id="a">{{ name }}</p>{% endcall %}'
    '<svg>{% call cut("b", "svg") %}<g id="b"/>{% endcall %}</svg></div>'
)


def test_what_is_cut_out_is_what_a_page_has() -> None:
    cut = Cut()
    html = TEMPLATE.render(cut=cut, name="<!--Anne-->")
    assert TEMPLATE.render(cut=whole, name="<!--Anne-->") == "".join(
        one.html for one in cut.pieces(html)
    )
    cut = Cut()
    assert cut.pieces(TEMPLATE.render(cut=cut, name="Anne")) == (
        Piece("<div>"), Piece('<p id="a">Anne</p>', "a"),
        Piece("<svg>"), Piece('<g id="b"/>', "b", "svg"), Piece("</svg></div>"),
    )  # fmt: skip


def test_a_piece_that_is_not_read_by_itself_goes_with_what_is_around_it() -> None:
    picture = Picture()
    picture.take((Piece("<svg>"), Piece("<g id='b'>1</g>", "b", "svg"), Piece("</svg>")), 1)
    assert picture.message(0) == b"id: 1\ndata: <svg><g id='b'>1</g></svg>\n\n"
    picture.take((Piece("<svg>"), Piece("<g id='b'>2</g>", "b", "svg"), Piece("</svg>")), 2)
    assert picture.message(1) == (b"id: 2\nevent: pieces\ndata: <svg><g id='b'>2</g></svg>\n\n")
