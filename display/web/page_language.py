"""The language of a page: the visitor's own choice, or the one that their browser requests."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from display.words.locale import languages

COOKIE = "language"
YEAR_S = 365 * 24 * 3600


def language_of(request: Request, fallback: str) -> str:
    """Return the visitor's language: their choice, else from `Accept-Language`, else `fallback`."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in languages():
        return chosen
    return accepted(request.headers.get("accept-language", ""), fallback)


def accepted(header: str, fallback: str) -> str:
    """Return the available language that a header prefers, or `fallback`.

    >>> accepted("de, fr-CH; q=0.9, en;q=0.8", "en"), accepted("fr;q=0", "en")
    ('fr', 'en')
    """
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:200].replace(" ", "").split(",")):
        name, _, quality = part.partition(";q=")
        known, share = name.partition("-")[0].lower(), _number(quality)
        if known in languages() and share > 0:
            liked.append((-share, place, known))
    return min(liked)[2] if liked else fallback


def _number(quality: str) -> float:
    try:
        return float(quality or 1)
    except ValueError:
        return 0.0


def chosen(request: Request) -> Response:
    """Save the visitor's choice of language in a cookie for a year.

    Redirect to the page on which they made the choice. A language without translations is not
    saved.
    """
    language = request.path_params["language"]
    answer = RedirectResponse(local(request.query_params.get("back", "/")), 303)
    if language in languages():
        answer.set_cookie(COOKIE, language, YEAR_S, samesite="lax", httponly=True)
    return answer


def local(path: str) -> str:
    """Return a path if it is on this server, otherwise the path of the start page."""
    plain = path.isascii() and path.isprintable() and "\\" not in path
    return path if plain and path.startswith("/") and not path.startswith("//") else "/"
