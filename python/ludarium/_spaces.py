"""Observations and actions as spaces of Gymnasium, which PettingZoo uses as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from . import Game, State, load


def as_game(game: Game | str) -> Game:
    """The game itself, or the built-in game of that name."""
    return load(game) if isinstance(game, str) else game


class LegalDiscrete(spaces.Discrete):
    """Actions of which only those that are legal now are drawn by :meth:`sample`."""

    def __init__(self, size: int, seed: int | None = None) -> None:
        super().__init__(size, seed=seed)
        self.legal = np.zeros(size, dtype=np.int8)

    def allow(self, mask: np.ndarray | None) -> None:
        """Make the actions of a mask those that are legal now; without a mask, none is."""
        self.legal[:] = 0 if mask is None else mask

    def is_legal(self, action: int) -> bool:
        """Whether an action is one of those that are legal now."""
        return 0 <= action < len(self.legal) and bool(self.legal[action])

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw a legal action, or one that a mask allows."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """An action for each of several games, of which :meth:`sample` draws those that are legal."""

    def __init__(self, games: int, size: int, seed: int | None = None) -> None:
        super().__init__(np.full(games, size), seed=seed)
        self.legal = np.zeros((games, size), dtype=np.int8)

    def allow(self, mask: np.ndarray) -> None:
        """Make the actions of a mask (games, actions) those that are legal now."""
        self.legal[:] = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """Draw a legal action for each game, 0 where none is; or those that a mask allows."""
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        games, actions = np.nonzero(self.legal)
        counts = np.bincount(games, minlength=len(self.legal))
        firsts = np.cumsum(counts) - counts
        drawn = firsts + (self.np_random.random(len(counts)) * counts).astype(np.int64)
        chosen = np.zeros(len(counts), dtype=self.dtype)
        chosen[counts > 0] = actions[drawn[counts > 0]]
        return chosen


def show(mode: str | None, render: Callable[[str], Any]) -> str | np.ndarray | None:
    """Render in a mode: ``human`` prints the board, ``None`` does nothing."""
    if mode is None:
        return None
    if mode == "human":
        print(render("ansi"))
        return None
    return render(mode)


class Encoder:
    """What a player sees and may do, as the dictionaries of Gymnasium."""

    def __init__(self, game: Game, relative: bool, alternatives: int | None) -> None:
        self.game = game
        self.observations = game.observations(relative=relative)
        self.actions = game.actions(alternatives=alternatives)

    def observation_space(self) -> spaces.Dict:
        """Planes, scalars and the mask of the legal actions."""
        scalars = len(self.observations.scalar_names)
        return spaces.Dict(
            {
                "observation": spaces.Box(
                    -np.inf, np.inf, shape=self.observations.shape, dtype=np.float32
                ),
                "scalars": spaces.Box(-np.inf, np.inf, shape=(scalars,), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, shape=(self.actions.size,), dtype=np.int8),
            }
        )

    def observe(self, state: State, player: int, mask: np.ndarray | None) -> dict[str, np.ndarray]:
        """What a player sees; without a mask, no action is legal."""
        view = state.view(player)
        if mask is None:
            mask = np.zeros(self.actions.size, dtype=np.int8)
        return {
            "observation": self.observations.planes(view),
            "scalars": self.observations.scalars(view),
            "action_mask": mask,
        }
