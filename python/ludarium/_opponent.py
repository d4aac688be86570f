"""Opponents of the player that learns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import Agent, Game, Move, State

Opponent = str | Agent | Callable[[State], Move]


def reply_of(opponent: Opponent, game: Game, nodes: int, seed: int) -> Callable[[State], Move]:
    """What an opponent answers; a computer player that is named by its kind gets the seed."""
    if isinstance(opponent, str):
        opponent = Agent(game, opponent, seed)
    if isinstance(opponent, Agent):
        return partial(_choose, opponent, nodes)
    return opponent


def _choose(agent: Agent, nodes: int, state: State) -> Move:
    return agent.best_move(state, nodes=nodes)
