"""A game as an environment of Gymnasium: one side learns, the others are played by opponents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np

from . import Game, Move, State
from ._gymnasium_plugin import ENV_ID, register_envs
from ._opponent import Opponent, reply_of
from ._spaces import Encoder, LegalDiscrete, LegalMultiDiscrete, as_game, show
from ._vector import VectorEnv

__all__ = [
    "ENV_ID",
    "Env",
    "LegalDiscrete",
    "LegalMultiDiscrete",
    "Opponent",
    "VectorEnv",
    "register_envs",
]

register_envs()


class Env(gymnasium.Env):
    """One player of a game against opponents.

    An observation is a dictionary: ``observation``, the planes (float32, planes by sites);
    ``scalars`` (float32); ``action_mask`` (int8), 1 for each legal action. The info has the mask
    as well. An action is a number of ``env.actions``, an :class:`ludarium.ActionSpace`;
    ``env.action_space.sample()`` draws a legal one. The reward is the utility of the result, from
    -1 to 1, and 0 before the end.

    ``opponent`` is the kind of a computer player (``"random"``, ``"level:3"``, ``"mcts"``, ...), an
    :class:`ludarium.Agent`, or a function from a state to a move; ``nodes`` is what a computer
    player spends on a move. The game is cut off after ``max_plies`` plies of all players.

    For an action that is not legal, :meth:`step` raises :class:`ludarium.IllegalMove`; with
    ``illegal="random"`` it makes a random legal move instead.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        *,
        player: int = 1,
        opponent: Opponent = "random",
        nodes: int = 100,
        relative: bool = False,
        alternatives: int | None = None,
        max_plies: int = 1_000,
        illegal: Literal["error", "random"] = "error",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("error", "random"):
            raise ValueError("illegal is 'error' or 'random'")
        self.game = as_game(game)
        if not 1 <= player <= self.game.players:
            raise ValueError(f"no player {player}: they are numbered from 1 to {self.game.players}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}")
        self.player = player
        self.max_plies = max_plies
        self.render_mode = render_mode
        self._opponent = opponent
        self._nodes = nodes
        self._illegal = illegal
        self._encoder = Encoder(self.game, relative, alternatives)
        self.observations = self._encoder.observations
        self.actions = self._encoder.actions
        self.observation_space = self._encoder.observation_space()
        self.action_space: LegalDiscrete = LegalDiscrete(self.actions.size)
        self.state = self.game.start(0)
        self._reply: Callable[[State], Move] | None = None
        self._plies = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Start a game. Equal seeds give equal games."""
        super().reset(seed=seed)
        # A game that ends before the player is to move is started again.
        for _ in range(100):
            self.state = self.game.start(int(self.np_random.integers(2**63)))
            seed = int(self.np_random.integers(2**63))
            self._reply = reply_of(self._opponent, self.game, self._nodes, seed)
            self._plies = 0
            self._play_others()
            if not self._ended():
                return self._observe()
        raise RuntimeError(f"{self.game.name} ends before player {self.player} is to move")

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Make a move; the opponents reply."""
        action = int(action)
        if self._illegal == "random" and not self.action_space.is_legal(action):
            action = int(self.np_random.choice(self.actions.encode(self.state)))
        self.actions.play(self.state, action)
        self._plies += 1
        self._play_others()
        terminated = self.state.ranks is not None
        truncated = not terminated and self._ended()
        reward = float(self.state.utilities()[self.player - 1])
        observation, info = self._observe()
        return observation, reward, terminated, truncated, info

    def render(self) -> str | np.ndarray | None:
        """The board as the player sees it, in the render mode."""
        return show(self.render_mode, self.state.view(self.player).render)

    def _ended(self) -> bool:
        return self.state.is_over or self._plies >= self.max_plies

    def _play_others(self) -> None:
        assert self._reply is not None, "reset comes before step"
        while not self._ended() and self.state.mover != self.player:
            self.state.play(self._reply(self.state))
            self._plies += 1

    def _observe(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        mask = None
        if not self._ended():
            mask = self.actions.mask(self.state)
            self.action_space.allow(mask)
        observation = self._encoder.observe(self.state, self.player, mask)
        return observation, {"action_mask": observation["action_mask"]}
