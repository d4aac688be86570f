"""Recorded random games, in which every list of moves and every tensor stays as it was.

The files in playthroughs/ are regression records: they say what the package did when they were
written, not what is right. A change of rules, of the order of moves or of an encoding shows here;
if it is meant, ``LUDARIUM_PLAYTHROUGHS=write`` writes them again. Equal files also mean equal bytes
in every Python and on every machine.
"""

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

import ludarium

FOLDER = Path(__file__).parent / "playthroughs"
HEADER = """\
# A regression record of tests/test_playthroughs.py: what the package did, not what is right.
# ply mover moves chosen digests of: actions, planes and scalars of each player
"""
SEED, PLIES = 7, 40

# Plain; dice; dice and stacks; four players; hidden; no origins; sowing; simultaneous.
GAMES = ["shatranj", "backgammon", "tab", "chaturaji", "kriegspiel", "go", "oware", "atep"]


def digest(*arrays):
    total = hashlib.sha256()
    for array in arrays:
        little = array.astype(array.dtype.newbyteorder("<"))
        total.update(repr(array.shape).encode() + little.tobytes())
    return total.hexdigest()[:12]


def playthrough(game):
    state, actions, observations = game.start(SEED), game.actions(), game.observations()
    chosen = 1
    for ply in range(PLIES):
        moves = state.legal_moves()
        if not moves:
            break
        # A generator of our own: those of numpy may change with its version.
        chosen = (chosen * 48_271) % (2**31 - 1)
        index = chosen % len(moves)
        views = [state.view(player) for player in range(1, game.players + 1)]
        seen = [digest(observations.planes(view), observations.scalars(view)) for view in views]
        numbers = digest(np.asarray(actions.encode(state), dtype=np.int64))
        text = state.legal_texts()[index]
        yield f"{ply} {state.mover} {len(moves)} {text} {numbers} {' '.join(seen)}"
        state.play(moves[index])
    yield f"utilities {' '.join(map(str, state.utilities()))}"


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough(name):
    lines = list(playthrough(ludarium.load(name)))
    path = FOLDER / f"{name}.txt"
    if os.environ.get("LUDARIUM_PLAYTHROUGHS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    recorded = path.read_text(encoding="utf-8").removeprefix(HEADER).splitlines()
    assert lines == recorded


def test_every_record_has_its_game():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)
