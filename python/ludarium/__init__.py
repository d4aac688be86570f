"""Board games of history, and games described in ludemes, for Python.

>>> import ludarium
>>> game = ludarium.load("shatranj", {"bare king": "immediate loss"})
>>> state = game.start(seed=1)
>>> state.legal_texts()[:2]
['b1-c3', 'b1-a3']
>>> move = state.play("e2-e3")
>>> state.mover
2

Environments for learning are in :mod:`ludarium.gymnasium`, :mod:`ludarium.pettingzoo` and
:mod:`ludarium.openspiel`; each needs the package that it is named after.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from . import _ludarium
from ._ludarium import (
    ActionSpace,
    Agent,
    Batch,
    Game,
    Move,
    Network,
    Observations,
    State,
    View,
    __version__,
    games,
    lost_games,
    read_games,
    write_game,
)
from .errors import ActionSpaceError, FormatError, GameError, IllegalMove, LudError

__all__ = [
    "ActionSpace",
    "ActionSpaceError",
    "Agent",
    "Batch",
    "FormatError",
    "Game",
    "GameError",
    "IllegalMove",
    "LudError",
    "Move",
    "Network",
    "Observations",
    "State",
    "View",
    "__version__",
    "from_lud",
    "games",
    "load",
    "lost_games",
    "read_games",
    "write_game",
]


def load(name: str, readings: Mapping[str, str] | None = None) -> Game:
    """Load a built-in game by its name, an alias or its slug.

    ``readings`` chooses how doubtful rules are read (see :meth:`Game.readings`); names and choices
    may be shortened to a beginning that only one of them has.

    Games do not change, and the last ones loaded are kept: loading a game again is cheap.

    Raises :class:`GameError` if there is no such game, reading or choice.
    """
    return _load(name, tuple((readings or {}).items()))


def from_lud(
    text: str,
    readings: Mapping[str, str] | None = None,
    definitions: Mapping[str, str] | None = None,
    games: Mapping[str, str] | None = None,
) -> Game:
    """Compile a description in ludemes. It may use the definitions of the built-in games.

    ``definitions`` takes their place: the texts of ``.def`` files, by the names of the files. For a
    match, ``games`` has the descriptions of its games, by the names that the match calls them.

    Raises :class:`LudError` if the description is wrong, with all faults found and their places.
    """
    files = None if definitions is None else tuple(definitions.items())
    parts = tuple((games or {}).items())
    return _from_lud(text, tuple((readings or {}).items()), files, parts)


@lru_cache(maxsize=64)
def _load(name: str, readings: tuple[tuple[str, str], ...]) -> Game:
    return _ludarium.load(name, dict(readings))


@lru_cache(maxsize=64)
def _from_lud(
    text: str,
    readings: tuple[tuple[str, str], ...],
    definitions: tuple[tuple[str, str], ...] | None,
    parts: tuple[tuple[str, str], ...],
) -> Game:
    files = None if definitions is None else dict(definitions)
    return _ludarium.from_lud(text, dict(readings), files, dict(parts))
