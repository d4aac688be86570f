"""What the methods of the package return as dictionaries, for annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._ludarium import Game, Move

__all__ = [
    "Analysis",
    "Buffers",
    "Choice",
    "Evidence",
    "Features",
    "FormatName",
    "GameRecord",
    "Line",
    "Playout",
    "Playouts",
    "Reading",
    "Seen",
    "Site",
    "Solution",
    "Source",
]

FormatName = Literal[
    "saved", "pgn", "pdn", "sgf", "csa", "kif", "iccs", "wxf", "uci", "usi", "ucci"
]


class Choice(TypedDict):
    """A possible answer to a question that the sources leave open."""

    name: str
    description: str
    support: list[str]
    note: str | None


class Reading(TypedDict):
    """A rule that can be read in more than one way."""

    name: str
    chosen: str
    default: str
    question: str | None
    confidence: int | None
    choices: list[Choice]


class Source(TypedDict):
    """A source of the rules."""

    id: str
    author: str | None
    title: str
    publisher: str | None
    year: int | None
    pages: str | None
    note: str | None


class Evidence(TypedDict):
    """An object, a text or an observation of play."""

    id: str
    kind: str
    game: str | None
    date_from: str | None
    date_to: str | None
    place: str | None
    latitude: float | None
    longitude: float | None
    approximate: bool
    rules: str | None
    content: str | None
    confidence: int | None
    source: str | None


class Site(TypedDict):
    """A slot: a site of the board, or of a hand or another container."""

    label: str
    type: Literal["cell", "vertex", "edge"]
    site: int
    row: int | None
    column: int | None
    layer: int | None
    point: list[float] | None
    orthogonal: list[int]
    adjacent: list[int]


class Features(TypedDict):
    """What kind of game it is."""

    stochastic: bool
    dice: bool
    hidden_information: bool
    stacking: bool
    counts: bool
    teams: bool
    large_pieces: bool
    boardless: bool
    swap: bool
    puzzle: bool
    state_bytes: int


class Playouts(TypedDict):
    """Results of random games: ``utilities`` (games by players), ``plies`` and ``finished``."""

    utilities: NDArray[np.float32]
    plies: NDArray[np.uint32]
    finished: NDArray[np.bool_]


class Playout(TypedDict):
    """The result of one random game."""

    plies: int
    finished: bool
    utilities: NDArray[np.float64]


class Seen(TypedDict):
    """What a player knows of a slot: ``None`` for what is unknown.

    No piece is ``""``; ``"(part)"`` is a site that a large piece covers beside its own.
    """

    piece: str | None
    owner: int | None
    count: int | None
    state: int | None
    rotation: int | None
    value: int | None


class Solution(TypedDict):
    """The value of a position under perfect play."""

    winner: int | None
    plies: int | None
    line: list[Move]
    positions: int | None


class Line(TypedDict):
    """A move with what a player expects of it, from -1 to 1."""

    moves: list[Move]
    text: str | None
    value: float
    visits: int
    proved: bool


class Analysis(TypedDict):
    """What a player found."""

    move: Move
    text: str
    nodes: int
    depth: int
    lines: list[Line]


class GameRecord(TypedDict):
    """A game of a file, from :func:`ludarium.read_games`; ``moves`` are in our notation."""

    game: Game
    seed: int
    position: str | None
    moves: list[str]
    tags: dict[str, str]
    result: str | None


class Buffers(TypedDict, total=False):
    """The arrays that a batch writes; those left out are not written.

    ``planes`` (games, planes, sites), ``scalars`` (games, scalars): what the player to move sees;
    ``mask`` (games, actions); ``movers`` (games), 0 where a game is over; ``rewards`` (games,
    players); ``terminated`` and ``truncated`` (games).
    """

    planes: NDArray[np.float32]
    scalars: NDArray[np.float32]
    mask: NDArray[np.int8]
    movers: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.int8]
    truncated: NDArray[np.int8]
