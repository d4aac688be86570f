"""Many games as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import Batch, Game, Move, State
from ._opponent import Opponent, reply_of
from ._spaces import Encoder, LegalDiscrete, LegalMultiDiscrete, as_game
from .types import Buffers

# How often games are started again that end before the player is to move.
STARTS = 100


class VectorEnv(gymnasium.vector.VectorEnv):
    """One player of many games against opponents, stepped together as a :class:`ludarium.Batch`.

    Observations, rewards and the opponents are those of :class:`Env`, with a first axis for the
    games; ``env.action_space.sample()`` draws legal actions. Computer players other than
    ``"random"`` move in Python, one game after the other. ``threads`` is the number of threads of
    the batch.

    ``autoreset_mode`` is one of Gymnasium's: ``"NextStep"`` starts a game again in the step after
    its end, whose action is ignored; ``"SameStep"`` in the step that ends it, with the last
    observation and info in ``info["final_obs"]`` and ``info["final_info"]``; with ``"Disabled"``
    games that have ended wait for ``reset(options={"reset_mask": mask})``, and :meth:`step` raises
    :class:`ValueError` until then.

    Game ``i`` depends on the seed, on ``i`` and on its own actions. For an action that is not
    legal, :meth:`step` raises :class:`ludarium.IllegalMove`, and no game is changed; with
    ``illegal="random"`` it makes a random legal move instead. With ``copy=False``, all steps write
    into the same arrays.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "rgb_array", "svg"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        player: int = 1,
        opponent: Opponent = "random",
        nodes: int = 100,
        relative: bool = False,
        alternatives: int | None = None,
        max_plies: int = 1_000,
        illegal: Literal["error", "random"] = "error",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if illegal not in ("error", "random"):
            raise ValueError("illegal is 'error' or 'random'")
        self.game = as_game(game)
        if not 1 <= player <= self.game.players:
            raise ValueError(f"no player {player}: they are numbered from 1 to {self.game.players}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}")
        self.num_envs = num_envs
        self.player = player
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        encoder = Encoder(self.game, relative, alternatives)
        self.observations, self.actions = encoder.observations, encoder.actions
        self.single_observation_space = encoder.observation_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = LegalDiscrete(self.actions.size)
        self.action_space: LegalMultiDiscrete = LegalMultiDiscrete(num_envs, self.actions.size)
        self._options: dict[str, Any] = {
            "threads": threads,
            "max_plies": max_plies,
            "observations": self.observations,
            "actions": self.actions,
        }
        self._opponent = opponent
        self._nodes = nodes
        self._illegal = illegal
        self._copy = copy
        self._seed(int(np.random.default_rng().integers(2**63)))
        self._results = self.batch.buffers()
        self._shown: Buffers = {
            "planes": self._results.pop("planes"),
            "scalars": self._results.pop("scalars"),
            "mask": self._results.pop("mask"),
        }
        self._ended = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Start all games, or those of ``options["reset_mask"]``. Equal seeds give equal games.

        A seed starts all games: with a mask, it raises :class:`ValueError`.
        """
        which = np.ones(self.num_envs, dtype=np.bool_)
        if options is not None and "reset_mask" in options:
            which = np.asarray(options["reset_mask"])
            if which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
                raise ValueError(f"reset_mask is {self.num_envs} booleans, not all of them False")
            if seed is not None:
                raise ValueError("a seed starts all games: it does not go with reset_mask")
        elif seed is not None:
            self._seed(seed)
        self._start(which)
        self._show()
        return self._given()

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Make a move in every game; the opponents reply."""
        again = self._ended.copy()
        if again.any() and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ValueError("games have ended: reset them with options={'reset_mask': ended}")
        actions = np.array(actions, dtype=np.int64)
        going = ~again
        if self._illegal == "random":
            inside = np.clip(actions, 0, self.actions.size - 1)
            legal = self._shown["mask"][np.arange(self.num_envs), inside] != 0
            replaced = going & ~(legal & (inside == actions))
            actions = np.where(replaced, self._sample(replaced), actions)
        rewards = np.zeros(self.num_envs)
        terminated = np.zeros(self.num_envs, dtype=np.bool_)
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        ends = (rewards, terminated, truncated)
        self._move(going, actions, ends)
        self._play_others(going, ends)
        self._ended = terminated | truncated
        if again.any():
            self._start(again)
        self._show()
        final = {}
        if self._ended.any() and self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = self._final()
            self._start(self._ended)
            self._show()
        observation, info = self._given()
        return observation, rewards, terminated, truncated, info | final

    def render(self) -> tuple[Any, ...] | None:
        """The boards as the player sees them, in the render mode."""
        if self.render_mode is None:
            return None
        views = (self.batch.state(index).view(self.player) for index in range(self.num_envs))
        return tuple(view.render(self.render_mode) for view in views)

    def _seed(self, seed: int) -> None:
        """New games, and new chance for the opponents of each."""
        self.batch = Batch(
            self.game, self.num_envs, seed=seed, auto_reset="disabled", **self._options
        )
        self._replies: list[Callable[[State], Move] | None] = [None] * self.num_envs
        self._chance = [(seed, index) for index in range(self.num_envs)]
        self._games = np.zeros(self.num_envs, dtype=np.int64)

    def _start(self, which: np.ndarray) -> None:
        """Start games again, up to the player's first move."""
        self._ended = self._ended & ~which
        for _ in range(STARTS):
            self._games += which
            self.batch.reset(self._results, which.astype(np.int8))
            for index in np.flatnonzero(which).tolist():
                self._replies[index] = None
            rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_)
            self._play_others(which, (rewards, ended, ended))
            which = ended | which & (self._results["movers"] == 0)
            if not which.any():
                return
        raise RuntimeError(f"{self.game.name} ends before player {self.player} is to move")

    def _move(self, which: np.ndarray, actions: np.ndarray, ends: tuple[np.ndarray, ...]) -> None:
        """Make a move in some games, and note those that end."""
        self.batch.step(actions, self._results, which.astype(np.int8))
        rewards, terminated, truncated = ends
        rewards += self._results["rewards"][:, self.player - 1]
        terminated |= self._results["terminated"] != 0
        truncated |= self._results["truncated"] != 0

    def _play_others(self, which: np.ndarray, ends: tuple[np.ndarray, ...]) -> None:
        """Let the opponents move in some games until it is the player's turn."""
        movers, (_, terminated, truncated) = self._results["movers"], ends
        while True:
            going = which & (movers != 0) & ~(terminated | truncated)
            others = going & (movers != self.player)
            if not others.any():
                return
            self._move(others, self._answers(others), ends)

    def _sample(self, which: np.ndarray) -> np.ndarray:
        """A random legal action in some games; the chance of the others stays as it is."""
        return self.batch.sample(which=which.astype(np.int8))

    def _answers(self, which: np.ndarray) -> np.ndarray:
        if self._opponent == "random":
            return self._sample(which)
        actions = np.zeros(self.num_envs, dtype=np.int64)
        for index in np.flatnonzero(which).tolist():
            state = self.batch.state(index)
            move = self._reply(index)(state)
            chosen = state.legal_moves().index(move)
            actions[index] = self.actions.encode(state)[chosen]
        return actions

    def _reply(self, index: int) -> Callable[[State], Move]:
        reply = self._replies[index]
        if reply is None:
            chance = np.random.default_rng([*self._chance[index], self._games[index]])
            seed = int(chance.integers(2**63))
            reply = reply_of(self._opponent, self.game, self._nodes, seed)
            self._replies[index] = reply
        return reply

    def _show(self) -> None:
        """Write what the player sees in all games."""
        nothing = np.zeros(self.num_envs, dtype=np.int8)
        self.batch.reset(self._shown, nothing)
        # Where a game has ended, the batch shows what the first player or the mover sees.
        for index in np.flatnonzero(self._ended).tolist():
            view = self.batch.state(index).view(self.player)
            self._shown["planes"][index] = self.observations.planes(view)
            self._shown["scalars"][index] = self.observations.scalars(view)

    def _given(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        shown: dict[str, np.ndarray] = {
            "observation": self._shown["planes"],
            "scalars": self._shown["scalars"],
            "action_mask": self._shown["mask"],
        }
        if self._copy:
            shown = {name: array.copy() for name, array in shown.items()}
        mask = shown["action_mask"]
        self.action_space.allow(mask)
        return shown, {"action_mask": mask, "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}

    def _final(self) -> dict[str, Any]:
        """The last observations of the games that have ended, as Gymnasium gives them."""
        ended = self._ended.copy()
        last = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended):
            last[index] = {
                "observation": self._shown["planes"][index].copy(),
                "scalars": self._shown["scalars"][index].copy(),
                "action_mask": self._shown["mask"][index].copy(),
            }
        info = {"action_mask": np.zeros_like(self._shown["mask"]), "_action_mask": ended}
        return {
            "final_obs": last,
            "_final_obs": ended,
            "final_info": info,
            "_final_info": ended,
        }
