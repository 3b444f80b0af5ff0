"""The QR code of a link is what segno makes of it, in a page and on paper."""

import segno

from display.web.pictures.qr_codes import qr_dots, qr_svg

LINK = "https://poker.example/me/abcdefgh"


def test_on_paper_it_is_the_link_in_black_and_white() -> None:
    expected = segno.make(LINK, error="m", micro=False, mask=2).matrix_iter(border=2)
    modules = [0 if dark else 255 for row in expected for dark in row]
    assert list(qr_dots(LINK)) == modules


def test_in_a_page_it_is_the_link_and_says_that_it_is_a_picture() -> None:
    expected = segno.make(LINK, error="m", micro=False)
    svg = qr_svg(LINK)
    assert expected.svg_inline(border=2, omitsize=True, light="#fff") in svg.replace(
        ' role="img" aria-label="QR"', ""
    )
