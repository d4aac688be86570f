"""The native part of the package. Everything here is exported by ``ludarium``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .types import (
    Analysis,
    Buffers,
    Evidence,
    Features,
    FormatName,
    GameRecord,
    Playout,
    Playouts,
    Reading,
    Seen,
    Site,
    Solution,
    Source,
)

__version__: str

def load(name: str, readings: Mapping[str, str] | None = None) -> Game: ...
def from_lud(
    text: str,
    readings: Mapping[str, str] | None = None,
    definitions: Mapping[str, str] | None = None,
    games: Mapping[str, str] | None = None,
) -> Game: ...
def games() -> list[str]:
    """The slugs of the built-in games, which :func:`ludarium.load` takes."""

def lost_games() -> list[str]:
    """The slugs of games that cannot be played, because rules are lost."""

def read_games(
    text: str, format: FormatName | None = None, game: Game | None = None
) -> list[GameRecord]:
    """The games of a text, replayed under the rules.

    Without ``format``, the text tells its format; without ``game``, it tells the game. To follow
    one, start ``record["game"]`` (from ``record["position"]`` if there is one, with
    ``record["seed"]``) and play ``record["moves"]``.

    Raises :class:`ludarium.FormatError` if the text is not in the format or a move is not legal,
    with the line and the column.
    """

def write_game(
    game: Game,
    moves: Sequence[str],
    format: FormatName = "saved",
    seed: int = 0,
    position: str | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """A game as text, in a format of other programs or in the project's own (``saved``).

    Raises :class:`ludarium.FormatError` if a move is not legal, or the format has no way to write
    the game.
    """

@final
class Game:
    """A compiled game. It does not change, can be used in many threads, and is equal to a game with
    the same rules."""

    @property
    def name(self) -> str:
        """The name in the description."""

    @property
    def slug(self) -> str | None:
        """The unique name of a built-in game; ``None`` for a description of your own."""

    @property
    def players(self) -> int:
        """The number of players, who are numbered from 1."""

    @property
    def lud(self) -> str:
        """The description in ludemes."""

    @property
    def rules(self) -> str | None:
        """The rules of a built-in game in plain words, in Markdown."""

    @property
    def simultaneous(self) -> bool:
        """Whether players choose their first moves at the same time."""

    @property
    def fingerprint(self) -> int:
        """A number that identifies the rules, with the readings chosen, on every machine."""

    @property
    def chosen(self) -> list[tuple[str, str]]:
        """The readings that the game was loaded with."""

    def features(self) -> Features:
        """What kind of game it is."""

    def readings(self) -> list[Reading]:
        """The rules that can be read in more than one way, with the choices that there are."""

    def sources(self) -> list[Source]:
        """The sources of a built-in game; the rules follow the first."""

    def evidence(self) -> list[Evidence]:
        """The archaeological and written evidence of a built-in game."""

    def with_reading(self, reading: str, choice: str) -> Game:
        """The same game under another reading.

        Raises :class:`ludarium.GameError` if there is no such reading or choice.
        """

    def start(self, seed: int = 0) -> State:
        """The initial position. The seed decides dice and other chance, now and later."""

    def position(self, text: str, seed: int = 0) -> State:
        """A position from text: ranks in the style of FEN, or a list of pieces (``White: K e1, R a1;
        Black: K e8``). Raises :class:`ValueError`."""

    def state_from_bytes(self, data: bytes) -> State:
        """The position of :meth:`State.to_bytes`. Raises :class:`ValueError` for other bytes."""

    def chance_starts(self, limit: int = 10_000) -> list[tuple[State, float]] | None:
        """All initial positions with their probabilities; ``None`` if there are more than ``limit``
        outcomes of chance."""

    def playouts(
        self, games: int, seed: int = 0, max_plies: int = 2_000, threads: int = 1
    ) -> Playouts:
        """Play random games. The results do not depend on the number of threads."""

    def observations(self, relative: bool = False, levels: int = 4) -> Observations:
        """The layout of observations.

        ``relative`` names players from the viewer's seat (own, opponent) and not by their numbers.
        In games with stacks, the pieces of ``levels`` levels from the top have planes.
        """

    def actions(
        self,
        alternatives: int | None = None,
        form: Literal["to", "from_to"] | None = None,
    ) -> ActionSpace:
        """The numbering of the moves.

        An action is an origin, a target, and an index among the moves that share them. What is not
        given is found by an audit: random games, the same on every machine. ``alternatives`` is the
        number of moves that may share origin and target; ``form="to"`` is for games whose moves
        have no origin.

        Raises :class:`ludarium.ActionSpaceError` if there would be more than 2**26 actions.
        """

    def static_planes(self) -> tuple[list[str], NDArray[np.float32]]:
        """Planes that are the same for all positions, with their names: containers, types of sites,
        regions of the equipment. The array has the shape (planes, sites)."""

    def grid(self) -> list[Site]:
        """The slots, in the order that planes and moves use: labels, coordinates, neighbours."""

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...

@final
class Move:
    """A decision of a player. Its text depends on the position: see :meth:`State.text`."""

    @property
    def origin(self) -> int | None:
        """The slot that the move starts from."""

    @property
    def target(self) -> int | None:
        """The slot that the move leads to."""

    @property
    def rule(self) -> int:
        """The index of the rule that generated it."""

    @property
    def key(self) -> int:
        """A hash that identifies the move among the moves of its game, on every machine."""

    def to_bytes(self) -> bytes:
        """The move as sixteen bytes, for the same game and the same version of the package."""

    @staticmethod
    def from_bytes(data: bytes) -> Move:
        """The move that has these bytes. It need not be legal anywhere."""

    def __hash__(self) -> int: ...

@final
class State:
    """A position: the pieces, the player to move, and the chance that the game goes on with.

    It can be copied, pickled and compared; printed, it is a board in plain text.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def mover(self) -> int:
        """The player to move, from 1; 0 once the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def plies(self) -> int:
        """The number of moves made."""

    @property
    def simultaneous(self) -> bool:
        """Whether the mover chooses at the same time as other players."""

    @property
    def waiting(self) -> int:
        """The number of players that have chosen in this round of simultaneous moves."""

    @property
    def fault(self) -> str | None:
        """Why the engine stopped the game, if it did: such a game is over, without ranks."""

    @property
    def hash(self) -> int:
        """A hash of the pieces and their properties, not of the player to move."""

    @property
    def winner(self) -> int | None:
        """The only winner, if there is one."""

    @property
    def ranks(self) -> list[float] | None:
        """The ranks of the players once the game has ended: 1 is best, shared ranks are means, and
        0 is no rank."""

    @property
    def position(self) -> str | None:
        """The position as text that :meth:`Game.position` reads; ``None`` if pieces lie on lines of
        the board."""

    def utilities(self) -> NDArray[np.float64]:
        """The result for each player: 1 for the first rank, -1 for the last; 0 before the end."""

    def scores(self) -> list[int]:
        """The scores of the players."""

    def dice(self) -> list[int]:
        """The values shown by the dice; 0 for a used die."""

    def legal_moves(self) -> list[Move]:
        """The legal moves; none once the game is over."""

    def legal_texts(self) -> list[str]:
        """The legal moves as text, in their order. Moves that do the same have the same text."""

    def text(self, move: Move) -> str:
        """A legal move as text."""

    def parse(self, text: str) -> Move:
        """The legal move that a text means: ``e2-e3``, ``e2e3``, or a beginning that only one has.

        Raises :class:`ludarium.IllegalMove` with the moves that come near.
        """

    def play(self, move: Move | str) -> Move:
        """Make a move, or the move that a text means, and return it.

        Raises :class:`ludarium.IllegalMove`; the position is then unchanged.
        """

    def chance_outcomes(self, move: Move, limit: int = 10_000) -> list[tuple[State, float]] | None:
        """All positions that a move may lead to, with their probabilities; ``None`` if there are
        more than ``limit`` outcomes of chance."""

    def reseed(self, seed: int) -> None:
        """Replace the chance that the game goes on with."""

    def view(self, player: int | None = None) -> View:
        """What a player may know; by default the player to move."""

    def clone(self) -> State:
        """A copy. It goes on with the same chance."""

    def perft(self, depth: int) -> int:
        """The number of sequences of ``depth`` whole turns."""

    def playout(self, seed: int = 0, max_plies: int = 2_000) -> Playout:
        """The result of playing on at random. The state is unchanged."""

    def solve(self, positions: int = 1_000_000, threads: int = 1) -> Solution | None:
        """The value under perfect play, with a best line; ``None`` if that takes more positions.

        For games of one player, and of two without chance and hidden information; for others it
        raises :class:`ValueError`.
        """

    def solutions(
        self, limit: int = 2, choices: int = 10_000_000
    ) -> tuple[NDArray[np.int32], bool]:
        """Solutions of a deduction puzzle (solutions by variables), and whether these are all.

        Raises :class:`ValueError` for other games.
        """

    def move_features(self) -> NDArray[np.int32]:
        """A row for each legal move: origin, target, rule, kind on the origin, kind on the target
        (0 if it is empty), whether it is a pass. -1 stands for no slot and for what the mover does
        not know."""

    @overload
    def render(self, mode: Literal["ansi", "svg"] = "ansi", player: int | None = None) -> str:
        """The board as text, as a picture in SVG, or, with ``"rgb_array"``, as the picture's pixels
        (uint8, height by width by 3); with ``player``, what that player sees."""

    @overload
    def render(
        self, mode: Literal["rgb_array"], player: int | None = None
    ) -> NDArray[np.uint8]: ...
    @overload
    def render(self, mode: str, player: int | None = None) -> str | NDArray[np.uint8]: ...
    def to_bytes(self) -> bytes:
        """The whole position, with its chance, in a stable form. It holds hidden information."""

    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...

@final
class View:
    """A position as one player sees it.

    Positions that differ only in what is hidden from the player have equal views.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def player(self) -> int:
        """The player whose view it is."""

    @property
    def mover(self) -> int:
        """The player to move, from 1; 0 once the game is over."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is hidden from the player."""

    def at(self, slot: int) -> Seen:
        """What the player knows of a slot. Raises :class:`IndexError`."""

    def sample(self, seed: int = 0) -> State:
        """A random position that looks the same to the player."""

    @overload
    def render(self, mode: Literal["ansi", "svg"] = "ansi") -> str:
        """What the player sees, as text, as a picture in SVG, or, with ``"rgb_array"``, as the
        picture's pixels (uint8, height by width by 3)."""

    @overload
    def render(self, mode: Literal["rgb_array"]) -> NDArray[np.uint8]: ...
    @overload
    def render(self, mode: str) -> str | NDArray[np.uint8]: ...
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...

@final
class Observations:
    """The layout of a game's observations: planes of numbers over the slots, and scalars.

    Everything is read from a :class:`View`.
    """

    @property
    def plane_names(self) -> list[str]:
        """The names of the planes, in order."""

    @property
    def scalar_names(self) -> list[str]:
        """The names of the scalars, in order."""

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the planes: (planes, sites)."""

    @property
    def relative(self) -> bool:
        """Whether players are named from the viewer's seat."""

    def planes(self, view: View) -> NDArray[np.float32]:
        """The planes of a view, with the shape :attr:`shape`."""

    def scalars(self, view: View) -> NDArray[np.float32]:
        """The scalars of a view."""

@final
class ActionSpace:
    """The numbers of a game's moves. Different moves of a position never have the same number."""

    @property
    def size(self) -> int:
        """The number of actions."""

    @property
    def form(self) -> Literal["to", "from_to"]:
        """What an action is made of, besides the index."""

    @property
    def alternatives(self) -> int:
        """The number of moves that may share origin and target."""

    def parts(self, action: int) -> tuple[int | None, int | None, int]:
        """Origin, target and index of an action. Raises :class:`ValueError`."""

    def encode(self, state: State) -> NDArray[np.int64]:
        """The actions of the legal moves, in their order.

        Raises :class:`ludarium.ActionSpaceError` if a move has no number.
        """

    def decode(self, state: State, action: int) -> Move:
        """The legal move that an action means. Raises :class:`ludarium.IllegalMove`."""

    def play(self, state: State, action: int) -> Move:
        """Make the move that an action means. Raises :class:`ludarium.IllegalMove`."""

    def mask(self, state: State, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for each legal action, in a new array or in ``out``."""

@final
class Agent:
    """A computer player.

    ``spec`` is a :class:`Network`, which guides a tree search, or one of ``random``, ``uct``, ``mcts`` (with options, as in the command),
    ``alphabeta``, ``maxn``, ``auto`` (the default), ``level:1`` to ``level:10``. It sees what its player may
    know, and guesses what is hidden. Equal seeds and nodes give equal moves.

    A copy (by ``copy`` or ``pickle``) starts from the seed, without what the original searched.
    """

    def __new__(cls, game: Game, spec: str | Network | None = None, seed: int = 0) -> Agent: ...
    @property
    def game(self) -> Game:
        """The game."""

    @property
    def spec(self) -> str:
        """The kind of the player; ``guided`` if a network guides it."""

    def best_move(
        self, state: State, nodes: int | None = None, seconds: float | None = None
    ) -> Move:
        """The move that the player chooses, within nodes, seconds, or both; by default within 1,000
        nodes. Raises :class:`ludarium.IllegalMove` if the game is over."""

    def analyse(
        self, state: State, nodes: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """The move that the player chooses, and what it found."""

@final
class Network:
    """A network of dense layers that guides a tree search: ``Agent(game, network)``.

    It has a number for each action and the expected result, for what the player to move sees. The
    input is ``layout.planes(view).ravel()`` and then ``layout.scalars(view)``, where ``layout`` is
    ``game.observations(relative=relative)``. It goes through the layers ``trunk.0``, ``trunk.1``, ...,
    each ``relu(weight @ x + bias)``. The layer ``policy`` then gives a logit for each action of
    ``game.actions()``, the layer ``value`` a number whose hyperbolic tangent is the expected
    utility.

    ``tensors`` has the arrays ``trunk.0.weight`` of the shape (outputs, inputs), ``trunk.0.bias`` of
    the shape (outputs), and so on, ``policy.weight``, ``policy.bias``, ``value.weight`` and
    ``value.bias``, as PyTorch's ``Linear`` has them. Raises ``ValueError`` if one is missing or does
    not fit the game.
    """

    def __new__(
        cls, game: Game, tensors: Mapping[str, ArrayLike], relative: bool = True
    ) -> Network: ...
    @staticmethod
    def load(game: Game, path: str | PathLike[str]) -> Network:
        """Read a file of safetensors, whose metadata has ``format`` (``ludarium-dense-1``) and
        ``relative`` (``true`` or ``false``). Raises ``ValueError`` if it is of another game."""

    @staticmethod
    def from_bytes(game: Game, data: bytes) -> Network:
        """Read the bytes of such a file."""

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file that :meth:`load` and the library ``safetensors`` read."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def relative(self) -> bool:
        """Whether players are named from the viewer's seat in what the network sees."""

    def tensors(self) -> dict[str, NDArray[np.float32]]:
        """The arrays by name."""

@final
class Batch:
    """Many games stepped together, in several threads, which write into arrays of the caller.

    Game ``i`` depends on the seed, on ``i`` and on its actions alone: neither on the number of
    games nor on that of threads. A game that has ended starts again in the same step
    (``auto_reset="same_step"``), in the next step, whose action is ignored (``"next_step"``), or
    with :meth:`reset` (``"disabled"``).
    """

    def __new__(
        cls,
        game: Game,
        size: int,
        *,
        seed: int = 0,
        threads: int = 1,
        max_plies: int = 1_000,
        auto_reset: Literal["same_step", "next_step", "disabled"] = "same_step",
        observations: Observations | None = None,
        actions: ActionSpace | None = None,
    ) -> Batch: ...
    @property
    def game(self) -> Game:
        """The game."""

    @property
    def observations(self) -> Observations:
        """The layout of the observations."""

    @property
    def actions(self) -> ActionSpace:
        """The numbers of the moves."""

    def buffers(self) -> Buffers:
        """New arrays for everything that a step writes."""

    def reset(self, out: Buffers | None = None, which: NDArray[np.int8] | None = None) -> None:
        """Start all games again, or those where ``which`` is not 0, and write what all show."""

    def step(
        self,
        actions: NDArray[np.int64],
        out: Buffers | None = None,
        which: NDArray[np.int8] | None = None,
    ) -> None:
        """Make a move in every game, or in those where ``which`` is not 0, and write the results.

        Raises :class:`ludarium.IllegalMove` if an action is not legal; no game is changed then.
        """

    def sample(
        self, out: NDArray[np.int64] | None = None, which: NDArray[np.int8] | None = None
    ) -> NDArray[np.int64]:
        """A random legal action for every game; -1 where a game is over.

        With ``which``, only games where it is not 0 draw an action; the others get -1, and their
        chance stays as it is."""

    def state(self, index: int) -> State:
        """A copy of the position of one game, with other chance. Raises :class:`IndexError`."""

    def legal(self, index: int) -> NDArray[np.int64]:
        """The actions of the legal moves of one game. Raises :class:`IndexError`."""

    def __len__(self) -> int: ...
