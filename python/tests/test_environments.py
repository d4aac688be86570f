"""The environments pass the tests of the packages that they are for."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import ludarium

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from ludarium.gymnasium import Env  # noqa: E402
from ludarium.pettingzoo import env, parallel_env  # noqa: E402

# Plain, dice, four players with dice, hidden, simultaneous, stacks with lots, placement, sowing.
GAMES = [
    "modern-chess",
    "shatranj",
    "backgammon",
    "chaturaji",
    "kriegspiel",
    "atep",
    "tab",
    "go",
    "oware",
]


@pytest.fixture(autouse=True)
def quiet():
    """Warnings are about bounds that no generic observation can have."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", GAMES)
def test_turn_by_turn(name):
    api_test(env(name, max_plies=60), num_cycles=150)
    seed_test(lambda: env(name, max_plies=60), num_cycles=60)


@pytest.mark.parametrize("name", ["atep", "guessing under hands", "shatranj"])
def test_all_at_once(name):
    parallel_api_test(parallel_env(name, max_plies=40), num_cycles=100)
    parallel_seed_test(lambda: parallel_env(name, max_plies=40), num_cycles=50)


@pytest.mark.parametrize("name", GAMES)
def test_one_side(name):
    made = gymnasium.make("ludarium/Game-v0", game=name, illegal="random", max_plies=60)
    check_env(made.unwrapped)


def test_rendering():
    custom = {"ansi": lambda shown: "8" in shown, "svg": lambda shown: shown.startswith("<svg")}
    render_test(lambda render_mode: env("shatranj", render_mode=render_mode), custom)
    with pytest.raises(ValueError):
        env("shatranj", render_mode="gif")


@pytest.mark.parametrize("player", [1, 2])
def test_an_episode_against_an_opponent(player):
    def first_move(state):
        return state.legal_moves()[0]

    text = """(game "Noughts" (players 2)
        (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    own = Env(ludarium.from_lud(text), player=player, opponent=first_move)
    observation, info = own.reset(seed=1)
    # The opponent fills the board from the first site on; the last three make a row.
    for action in (6, 7, 8):
        assert observation["action_mask"][action] == info["action_mask"][action] == 1
        observation, reward, terminated, truncated, info = own.step(action)
        if terminated:
            break
    # As the second player it comes too late: the opponent has the first row by then.
    assert (reward, terminated, truncated) == ((1.0 if player == 1 else -1.0), True, False)
    assert observation["action_mask"].sum() == 0


def test_an_illegal_action_is_an_error():
    own = Env("shatranj")
    own.reset(seed=1)
    with pytest.raises(ludarium.IllegalMove):
        own.step(0)
    table = env("shatranj")
    table.reset(seed=1)
    with pytest.raises(ludarium.IllegalMove):
        table.step(0)


def test_equal_seeds_give_equal_episodes():
    def episode(seed):
        own = Env("tab", opponent="level:1", nodes=10, max_plies=60)
        own.reset(seed=seed)
        own.action_space.seed(seed)
        states = []
        for _ in range(10):
            _, _, terminated, truncated, _ = own.step(own.action_space.sample())
            states.append(own.state.to_bytes())
            if terminated or truncated:
                break
        return states

    assert episode(1) == episode(1) != episode(2)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
def test_a_copy_goes_its_own_way(copied):
    def follow(made, moves):
        seen = []
        for _ in range(moves):
            action = int(np.flatnonzero(made.action_space.legal)[-1])
            seen.append(made.step(action)[0]["observation"].tobytes())
        return seen

    one, untouched = (Env("shatranj", opponent="uct", nodes=20) for _ in range(2))
    for made in (one, untouched):
        made.reset(seed=1)
    # The opponent has not moved yet: a copy that starts from its seed plays the same game.
    other = copied(one)
    expected = follow(untouched, 4)
    assert follow(other, 4) == expected
    # What the copy did has not touched the original.
    assert follow(one, 4) == expected
    table = env("tab")
    table.reset(seed=1)
    again = copied(table)
    assert again.position == table.position and again.agent_selection == table.agent_selection


def test_the_environment_is_registered():
    made = gymnasium.make("ludarium/Game-v0", game="shatranj", opponent="random")
    observation, _ = made.reset(seed=3)
    assert observation in made.observation_space
    made.step(made.unwrapped.action_space.sample())
    assert pickle.loads(pickle.dumps(made.unwrapped.action_space)).n == made.action_space.n


def test_everybody_chooses_without_seeing_the_others():
    table = parallel_env("atep")
    observations, _ = table.reset(seed=1)
    masks = [own["action_mask"] for own in observations.values()]
    assert all(mask.any() for mask in masks)
    actions = {
        agent: int(np.flatnonzero(own["action_mask"])[0]) for agent, own in observations.items()
    }
    table.step(actions)
    assert table.position.waiting == 0
