"""What is hidden from a player does not show in what the player is given."""

import numpy as np
import pytest

import ludarium


def kriegspiel(*moves):
    state = ludarium.load("kriegspiel").start(1)
    for move in moves:
        state.play(move)
    return state


# Black's replies that White does not see: of pawns and of pieces, near and far.
REPLIES = ["e7-e5", "d7-d5", "b8-c6", "g8-f6", "a7-a6", "h7-h5"]


@pytest.mark.parametrize("reply", REPLIES[1:])
def test_positions_alike_to_a_player_give_equal_tensors(reply):
    one, other = kriegspiel("e2-e4", REPLIES[0]), kriegspiel("e2-e4", reply)
    assert one != other
    assert one.view(1) == other.view(1) and hash(one.view(1)) == hash(other.view(1))
    assert one.view(2) != other.view(2)
    for relative in (False, True):
        observations = one.game.observations(relative=relative)
        for give in (observations.planes, observations.scalars):
            assert np.array_equal(give(one.view(1)), give(other.view(1)))
        own = [observations.planes(state.view(2)) for state in (one, other)]
        assert not np.array_equal(*own)
    assert one.view(1).render() == other.view(1).render() != one.render()
    assert one.render("svg", player=1) == other.render("svg", player=1)
    shown = [state.render("rgb_array", player=1) for state in (one, other)]
    assert np.array_equal(*shown) and not np.array_equal(shown[0], one.render("rgb_array"))


def test_a_sampled_position_looks_the_same():
    state = kriegspiel("e2-e4", "e7-e5", "g1-f3", "b8-c6")
    view = state.view(1)
    assert not view.is_complete
    samples = [view.sample(seed) for seed in range(5)]
    assert all(sample.view(1) == view for sample in samples)
    assert any(sample != samples[0] for sample in samples)


def test_a_player_sees_its_own_move():
    state = kriegspiel("e2-e4")
    observations = state.game.observations()
    names = observations.plane_names
    own, others = (observations.planes(state.view(player)) for player in (1, 2))
    assert own[names.index("last_to")].sum() == 1
    assert others[names.index("last_to")].sum() == 0
    assert others[names.index("hidden")].sum() > 16


@pytest.mark.parametrize("name", ["atep", "guessing under hands"])
def test_simultaneous_choices_are_unseen(name):
    game = ludarium.load(name)
    assert game.simultaneous
    start = game.start(1)
    first, *_, last = start.legal_moves()
    views = []
    for move in (first, last):
        state = start.clone()
        state.play(move)
        assert state.waiting == 1
        views.append(state.view(state.mover))
    assert views[0] == views[1]
    observations = game.observations()
    assert np.array_equal(*map(observations.planes, views))
    assert np.array_equal(*map(observations.scalars, views))
