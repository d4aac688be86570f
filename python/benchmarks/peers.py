"""Steps per second of batches beside OpenSpiel, in one run, on one core each.

Both sides play random games and make at every step what a learner needs: the observation of the
player to move, and which actions are legal. OpenSpiel steps one state after the other from Python.

    python benchmarks/peers.py [--seconds 2] [--size 256] [--threads 1] [GAME ...]
"""

from __future__ import annotations

import argparse
import random
import time
from importlib.metadata import version

import numpy as np
import pyspiel

import ludarium

# Our game, and the game of OpenSpiel with the same board.
PEERS = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "oware": "oware",
    "nine-mens-morris": "nine_mens_morris",
    "pentago": "pentago",
    "hex": "hex",
    "gomoku": "gomoku",
    "go": "go",
    "checkers": "checkers",
    "lines-of-action": "lines_of_action",
    "amazons": "amazons",
    "backgammon": "backgammon",
    "modern-chess": "chess",
    "shogi": "shogi",
    "xiangqi": "xiangqi",
}


def ours(name: str, seconds: float, size: int, threads: int) -> float:
    """Steps per second of a batch."""
    game = ludarium.load(name)
    batch = ludarium.Batch(game, size, seed=1, threads=threads)
    out = batch.buffers()
    actions = np.zeros(size, dtype=np.int64)
    batch.sample(actions)
    batch.step(actions, out)
    steps, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        batch.sample(actions)
        batch.step(actions, out)
        steps += size
    return steps / (time.perf_counter() - started)


def theirs(name: str, seconds: float) -> float:
    """Steps per second of OpenSpiel, with observation tensors and legal actions."""
    game = pyspiel.load_game(name)
    steps, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
            if steps % 64 == 0 and time.perf_counter() - started >= seconds:
                break
    return steps / (time.perf_counter() - started)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(PEERS))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    random.seed(1)
    print(
        f"ludarium {ludarium.__version__}, batch of {options.size}, threads {options.threads}; "
        f"open_spiel {version('open_spiel')}; steps per second"
    )
    print("| game | ludarium | OpenSpiel | ratio |\n|---|---:|---:|---:|")
    for name in options.games:
        own = ours(name, options.seconds, options.size, options.threads)
        peer = theirs(PEERS[name], options.seconds)
        print(f"| {name} | {own:,.0f} | {peer:,.0f} | {own / peer:.1f} |", flush=True)


if __name__ == "__main__":
    main()
