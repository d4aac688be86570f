"""What must hold in random games of every game."""

import numpy as np


def check_random_game(game, actions, seed=3, steps=50):
    """Follow a random game and check moves, numbers, masks, planes and views in every position."""
    observations = game.observations()
    planes, sites = observations.shape
    assert len(observations.plane_names) == len(set(observations.plane_names)) == planes
    assert sites == len(game.grid()) == game.static_planes()[1].shape[1]
    state, random = game.start(seed), np.random.default_rng(seed)
    for step in range(steps):
        moves = state.legal_moves()
        numbers = actions.encode(state)
        mask = actions.mask(state)
        assert np.array_equal(np.flatnonzero(mask), np.unique(numbers))
        # Different moves have different numbers, and a number means its move.
        assert len(set(moves)) == len(np.unique(numbers))
        assert state.move_features().shape == (len(moves), 6)
        if not moves:
            assert state.is_over
            break
        index = random.integers(len(moves))
        assert actions.decode(state, int(numbers[index])) == moves[index]
        origin, target, _ = actions.parts(int(numbers[index]))
        assert target == moves[index].target
        if actions.form == "from_to":
            assert origin == moves[index].origin
        for player in {1, game.players}:
            view = state.view(player)
            check_planes(view, observations)
            if step % 10 == 0:
                check_views(state, view, observations)
        actions.play(state, int(numbers[index]))


def check_views(state, view, observations):
    """A copy, and a position that looks the same to the player, have an equal view and planes."""
    for other in (state.clone(), view.sample(5)):
        again = other.view(view.player)
        assert again == view and hash(again) == hash(view)
        assert np.array_equal(observations.planes(again), observations.planes(view))
        assert np.array_equal(observations.scalars(again), observations.scalars(view))


def check_planes(view, observations):
    """The planes of pieces say what the view says."""
    planes = observations.planes(view)
    assert np.isfinite(planes).all() and np.isfinite(observations.scalars(view)).all()
    names = observations.plane_names
    shown = {}
    for index, name in enumerate(names):
        if name.startswith("piece:"):
            for slot in np.flatnonzero(planes[index]):
                shown.setdefault(int(slot), []).append(name.removeprefix("piece:"))
    for slot in range(planes.shape[1]):
        seen = view.at(slot)["piece"]
        if seen is None:
            assert slot not in shown and planes[names.index("hidden"), slot] == 1
        elif seen == "":
            assert slot not in shown
        elif slot in shown:
            assert shown[slot] == [seen]
