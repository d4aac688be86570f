"""A game as an environment of PettingZoo: turn by turn, or all players at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding

from . import Game, State
from ._spaces import Encoder, LegalDiscrete, as_game, show

__all__ = ["AECEnv", "ParallelEnv", "env", "parallel_env"]

RENDER_MODES = ["ansi", "human", "rgb_array", "svg"]


class _Table:
    """What both kinds of environments share: a game, its players and their spaces."""

    def __init__(
        self,
        game: Game | str,
        relative: bool,
        alternatives: int | None,
        max_plies: int,
        render_mode: str | None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {RENDER_MODES}")
        self.game = as_game(game)
        self.encoder = Encoder(self.game, relative, alternatives)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.agents = [f"player_{number}" for number in range(1, self.game.players + 1)]
        self.observation_spaces = {agent: self.encoder.observation_space() for agent in self.agents}
        self.random, _ = seeding.np_random(None)
        self.state = self.game.start(0)
        self.plies = 0

    def start(self, seed: int | None) -> None:
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.state = self.game.start(int(self.random.integers(2**63)))
        self.plies = 0

    def number(self, agent: str) -> int:
        return self.agents.index(agent) + 1

    @property
    def terminated(self) -> bool:
        return self.state.ranks is not None

    @property
    def truncated(self) -> bool:
        # A game that the engine stopped is over without ranks.
        return not self.terminated and (self.state.is_over or self.plies >= self.max_plies)

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.agents, map(float, self.state.utilities())))

    def play(self, action: int) -> None:
        self.encoder.actions.play(self.state, int(action))
        self.plies += 1

    def observe(self, agent: str, mask: np.ndarray | None) -> dict[str, np.ndarray]:
        return self.encoder.observe(self.state, self.number(agent), mask)

    def render(self) -> str | np.ndarray | None:
        return show(self.render_mode, self.state.render)


class AECEnv(pettingzoo.AECEnv):
    """A game in which players move one after the other; simultaneous choices are made unseen.

    An observation is a dictionary: ``observation``, the planes (float32, planes by sites), which
    show what the player may know; ``scalars`` (float32); ``action_mask`` (int8), 1 for each legal
    action of the player to move. Rewards are utilities, from -1 to 1, at the end. After
    ``max_plies`` plies the game is truncated.

    :meth:`step` raises :class:`ludarium.IllegalMove` for an action that is not legal.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "ludarium_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        *,
        relative: bool = False,
        alternatives: int | None = None,
        max_plies: int = 1_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = _Table(game, relative, alternatives, max_plies, render_mode)
        self.game = self._table.game
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.observation_spaces = self._table.observation_spaces
        size = self._table.encoder.actions.size
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of a player's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The space of a player's actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """The position, with everything that is hidden from players."""
        return self._table.state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. Equal seeds give equal games."""
        self._table.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a player sees."""
        mask = None
        if agent == self.agent_selection and self._running():
            mask = self._table.encoder.actions.mask(self._table.state)
        return self._table.observe(agent, mask)

    def step(self, action: int | None) -> None:
        """Make the move of the player to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move and needs an action")
        self._table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._running():
            self._select()
        else:
            self.rewards = self._table.rewards()
            self.terminations = dict.fromkeys(self.agents, self._table.terminated)
            self.truncations = dict.fromkeys(self.agents, self._table.truncated)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | np.ndarray | None:
        """The board, in the render mode."""
        return self._table.render()

    def close(self) -> None:
        """Nothing has to be closed."""

    def _running(self) -> bool:
        return not (self._table.terminated or self._table.truncated)

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._table.state.mover - 1]


class ParallelEnv(pettingzoo.ParallelEnv):
    """A game in which all players act in every step, for games of simultaneous choices.

    In a round of simultaneous choices, each player chooses by its own mask and nobody sees the
    choice of another. Where only one player is to move, the actions of the others, whose masks are
    empty, are ignored. Observations and rewards are those of :class:`AECEnv`.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "ludarium_parallel_v0"}

    def __init__(
        self,
        game: Game | str,
        *,
        relative: bool = False,
        alternatives: int | None = None,
        max_plies: int = 1_000,
        render_mode: str | None = None,
    ) -> None:
        self._table = _Table(game, relative, alternatives, max_plies, render_mode)
        self.game = self._table.game
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        size = self._table.encoder.actions.size
        self.action_spaces = {agent: LegalDiscrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of a player's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The space of a player's actions; ``sample()`` draws one that is legal now."""
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """The position, with everything that is hidden from players."""
        return self._table.state

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, dict[str, Any]]]:
        """Start a game. Equal seeds give equal games."""
        self._table.start(seed)
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, np.ndarray]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the moves of all players that choose now."""
        table = self._table
        agents = list(self.agents)
        for player in self._choosers():
            if table.state.mover == player and not table.state.is_over:
                table.play(actions[self.possible_agents[player - 1]])
        ended = table.terminated or table.truncated
        observations = self._observe(over=ended)
        rewards = table.rewards()
        terminations = dict.fromkeys(agents, table.terminated)
        truncations = dict.fromkeys(agents, table.truncated)
        if ended:
            self.agents = []
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}

    def render(self) -> str | np.ndarray | None:
        """The board, in the render mode."""
        return self._table.render()

    def close(self) -> None:
        """Nothing has to be closed."""

    def _choosers(self) -> list[int]:
        return [player for player, _ in self._rounds()]

    def _rounds(self) -> list[tuple[int, State]]:
        """The players that choose now, each with a state in which it is to move."""
        state = self._table.state
        chosen: list[tuple[int, State]] = []
        while not state.is_over and state.mover not in [player for player, _ in chosen]:
            chosen.append((state.mover, state))
            if not state.simultaneous:
                break
            # Whatever the others choose, it is not seen before all have chosen.
            state = state.clone()
            state.play(state.legal_moves()[0])
            if state.waiting == 0:
                break
        return chosen

    def _observe(self, over: bool = False) -> dict[str, dict[str, np.ndarray]]:
        states = {} if over else dict(self._rounds())
        observations = {}
        for number, agent in enumerate(self.possible_agents, start=1):
            state = states.get(number)
            mask = None if state is None else self._table.encoder.actions.mask(state)
            self.action_spaces[agent].allow(mask)
            observations[agent] = self._table.observe(agent, mask)
        return observations


def env(game: Game | str, **options: Any) -> AECEnv:
    """A game as an :class:`AECEnv`; the options are those of the class."""
    return AECEnv(game, **options)


def parallel_env(game: Game | str, **options: Any) -> ParallelEnv:
    """A game as a :class:`ParallelEnv`; the options are those of the class."""
    return ParallelEnv(game, **options)
