"""What schemathesis needs to know of the portal beyond its description."""

import random

import schemathesis

GAMES = ["gollon-shatranj", "bgs-tab-egypt", "gollon-round-chess", "falkener-senat"]
KEYS = {}
SOURCE = random.Random(1)


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Sends each request from another address, since one has a limited number, with the key of the
    game that it is about, and mostly to a game that exists."""
    case.headers = dict(case.headers or {})
    case.headers["X-Forwarded-For"] = f"198.51.{SOURCE.randrange(256)}.{SOURCE.randrange(256)}"
    if "slug" in (case.path_parameters or {}) and SOURCE.random() < 0.75:
        case.path_parameters["slug"] = SOURCE.choice(GAMES)
    key = KEYS.get((case.path_parameters or {}).get("id"))
    if key and case.operation.path == "/api/play/{id}":
        case.headers["Authorization"] = f"Bearer {key}"


@schemathesis.hook
def after_call(context, case, response):
    """Keeps the keys of games that have begun."""
    if case.operation.path == "/api/play" and response.status_code == 201:
        begun = response.json()
        KEYS[begun["id"]] = begun["key"]
