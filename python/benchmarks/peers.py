"""Steps per second of batches beside OpenSpiel and, if it is installed, pgx, in one run.

All play random games and make at every step what a learner needs: the observation of the player to
move, and which actions are legal. OpenSpiel steps one state after the other from Python; pgx steps a
batch that JAX has compiled, in as many threads as there are cores (`taskset -c 0` leaves it one).

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

try:
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset
except ImportError:
    pgx = None

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

# The same boards in pgx.
PGX = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "othello": "othello",
    "hex": "hex",
    "go": "go_19x19",
    "backgammon": "backgammon",
    "modern-chess": "chess",
    "shogi": "shogi",
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


def compiled(name: str, seconds: float, size: int) -> float:
    """Steps per second of pgx, after compilation."""
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    @jax.jit
    def advance(state, key):
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choice, logits)
        return jax.vmap(step)(state, actions, jax.random.split(chance, size)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    state, key = advance(state, key)
    jax.block_until_ready(state)
    steps, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        state, key = advance(state, key)
        jax.block_until_ready(state)
        steps += size
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
    versions = f"open_spiel {version('open_spiel')}"
    if pgx:
        versions += f"; pgx {pgx.__version__}, jax {jax.__version__}"
    print(
        f"ludarium {ludarium.__version__}, batch of {options.size}, threads {options.threads}; "
        f"{versions}; steps per second"
    )
    print("| game | ludarium | OpenSpiel | ratio | pgx |\n|---|---:|---:|---:|---:|")
    for name in options.games:
        own = ours(name, options.seconds, options.size, options.threads)
        peer = theirs(PEERS[name], options.seconds)
        known = pgx and name in PGX
        other = f"{compiled(PGX[name], options.seconds, options.size):,.0f}" if known else ""
        print(f"| {name} | {own:,.0f} | {peer:,.0f} | {own / peer:.1f} | {other} |", flush=True)


if __name__ == "__main__":
    main()
