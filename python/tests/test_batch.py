"""Many games at once."""

import hashlib

import numpy as np
import pytest

import ludarium

GAMES = ["shatranj", "backgammon", "chaturaji", "kriegspiel", "tab"]


def digests(name, size, threads, steps=40):
    """A digest for each game of everything that it writes."""
    batch = ludarium.Batch(ludarium.load(name), size, seed=11, threads=threads, max_plies=25)
    out = batch.buffers()
    sums = [hashlib.sha256() for _ in range(size)]
    batch.reset(out)
    for _ in range(steps):
        actions = batch.sample()
        batch.step(actions, out)
        for index, own in enumerate(sums):
            own.update(actions[index].tobytes())
            for array in out.values():
                own.update(np.ascontiguousarray(array[index]).tobytes())
    return [own.hexdigest() for own in sums]


@pytest.mark.parametrize("name", GAMES)
def test_bytes_do_not_depend_on_size_and_threads(name):
    expected = digests(name, 7, 1)
    assert len(set(expected)) == 7
    assert digests(name, 7, 3) == expected
    assert digests(name, 3, 2) == expected[:3]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_what_a_state_plays(name):
    game = ludarium.load(name)
    batch = ludarium.Batch(game, 4, seed=2, max_plies=10_000)
    out = batch.buffers()
    batch.reset(out)
    observations, actions = game.observations(), game.actions()
    random = np.random.default_rng(0)
    for _ in range(20):
        chosen = np.array([random.choice(np.flatnonzero(mask)) for mask in out["mask"]])
        batch.step(chosen, out)
        for index in range(4):
            assert np.array_equal(np.unique(batch.legal(index)), np.flatnonzero(out["mask"][index]))
    assert out["planes"].shape == (4, *observations.shape)
    assert out["mask"].shape == (4, actions.size)


def test_what_is_written_is_the_position():
    game = ludarium.load("shatranj")
    batch, state = ludarium.Batch(game, 2, seed=0), game.start()
    out, actions = batch.buffers(), game.actions()
    for _ in range(30):
        move = state.legal_moves()[-1]
        number = actions.encode(state)[-1]
        state.play(move)
        batch.step(np.array([number, number]), out)
        view = state.view()
        for index in (0, 1):
            assert np.array_equal(out["planes"][index], game.observations().planes(view))
            assert np.array_equal(out["scalars"][index], game.observations().scalars(view))
            assert np.array_equal(out["mask"][index], actions.mask(state))
            assert out["movers"][index] == state.mover


def test_only_chosen_games_draw_and_step():
    game = ludarium.load("tab")
    one, other = (ludarium.Batch(game, 2, seed=3) for _ in range(2))
    which = np.array([1, 0], dtype=np.int8)
    for _ in range(5):
        actions = one.sample(which=which)
        assert actions[0] >= 0 and actions[1] == -1
        one.step(actions, which=which)
    assert one.state(0).plies == 5 and one.state(1).plies == 0
    # Game 1 goes on as if nothing had happened to game 0.
    assert one.sample()[1] == other.sample()[1]
    assert one.state(1) == other.state(1)
    with pytest.raises(ValueError, match="which"):
        one.sample(which=np.ones(3, dtype=np.int8))
    with pytest.raises(ValueError, match="which"):
        one.step(one.sample(), which=np.ones(3, dtype=np.int8))
    with pytest.raises(IndexError):
        one.state(2)


NOUGHTS = """(game "Noughts" (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_games_start_again(mode):
    game = ludarium.from_lud(NOUGHTS)
    batch = ludarium.Batch(game, 2, auto_reset=mode)
    out = batch.buffers()
    # The first player takes the bottom row; in game 1, it is a move behind.
    for one, other in [(0, 0), (3, 3), (1, 8), (4, 4), (2, 1)]:
        batch.step(np.array([one, other]), out)
    assert out["terminated"].tolist() == [1, 0]
    assert out["rewards"].tolist() == [[1, -1], [0, 0]]
    marks = out["planes"][0, :2].sum()
    if mode == "same_step":
        assert marks == 0 and out["mask"][0].sum() == 9 and out["movers"][0] == 1
    else:
        assert marks == 5 and out["mask"][0].sum() == 0 and out["movers"][0] == 0
    batch.step(np.array([0 if mode == "same_step" else -1, 5]), out)
    marks = out["planes"][0, :2].sum()
    assert marks == {"same_step": 1, "next_step": 0, "disabled": 5}[mode]
    assert out["terminated"].tolist() == [0, 1] and out["rewards"][0].tolist() == [0, 0]
    assert out["rewards"][1].tolist() == [-1, 1]
    batch.reset(out, which=np.array([1, 0], dtype=np.int8))
    assert out["planes"][0, :2].sum() == 0 and out["mask"][0].sum() == 9


def test_games_are_cut_off():
    batch = ludarium.Batch(ludarium.load("shatranj"), 2, max_plies=3)
    out = batch.buffers()
    for ply in range(1, 7):
        batch.step(batch.sample(), out)
        assert out["truncated"].tolist() == [int(ply % 3 == 0)] * 2
        assert out["terminated"].tolist() == [0, 0]


def test_only_what_is_wanted_is_written():
    batch = ludarium.Batch(ludarium.load("shatranj"), 3)
    movers = np.zeros(3, dtype=np.int32)
    batch.step(batch.sample(), {"movers": movers})
    assert movers.tolist() == [2, 2, 2]
    batch.step(batch.sample())


def test_wrong_arrays_are_errors_and_change_nothing():
    batch = ludarium.Batch(ludarium.load("shatranj"), 2)
    out = batch.buffers()
    batch.reset(out)
    before = out["planes"].copy()
    with pytest.raises(ludarium.IllegalMove, match="game 1"):
        batch.step(np.array([batch.legal(0)[0], 0]), out)
    with pytest.raises(ValueError, match="mask"):
        batch.step(batch.sample(), {"mask": np.zeros((2, 3), dtype=np.int8)})
    with pytest.raises(TypeError, match="planes"):
        batch.step(batch.sample(), {"planes": np.zeros(3)})
    with pytest.raises(KeyError, match="plane"):
        batch.step(batch.sample(), {"plane": out["planes"]})
    with pytest.raises(ValueError):
        batch.step(np.zeros(5, dtype=np.int64), out)
    with pytest.raises(ValueError, match="same_step"):
        ludarium.Batch(batch.game, 2, auto_reset="never")
    batch.reset(out, which=np.zeros(2, dtype=np.int8))
    assert np.array_equal(out["planes"], before)
