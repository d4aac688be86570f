"""Observations and actions as arrays."""

import pickle

import numpy as np
import pytest
from smoke import check_random_game

import ludarium


@pytest.mark.parametrize("name", ludarium.games())
def test_every_built_in_game(name):
    game = ludarium.load(name)
    check_random_game(game, game.actions())


@pytest.mark.parametrize("relative", [False, True])
def test_the_sites_of_a_large_piece(relative):
    game = ludarium.from_lud("""(game "Dominoes" (players 2)
        (equipment { (board (square 3))
            (tile "Bar" P1 {R F} numSides:4) (tile "Post" P2 {F} numSides:4) })
        (rules (play (move Add (piece (mover) state:0) (to (sites Empty))))
            (end (if (no Moves Next) (result Mover Win)))))""")
    state = game.start()
    # A bar covers two of three sites in a row.
    assert len(state.legal_moves()) == 6
    state.play(state.legal_moves()[0])
    observations = game.observations(relative=relative)
    names, planes = observations.plane_names, observations.planes(state.view())
    own = "piece:opponent:Bar" if relative else "piece:Bar1"
    view = state.view()
    for name, seen in [(own, "Bar1"), ("piece:(part)", "(part)")]:
        (site,) = np.flatnonzero(planes[names.index(name)])
        assert view.at(int(site))["piece"] == seen
    assert [view.at(site)["piece"] for site in range(9)].count("") == 7


def test_planes_of_a_known_position():
    game = ludarium.load("shatranj")
    state = game.start()
    names, planes = game.observations().plane_names, game.observations().planes(state.view())
    labels = [site["label"] for site in game.grid()]
    rooks = planes[names.index("piece:Rukh1")]
    assert {labels[slot] for slot in np.flatnonzero(rooks)} == {"a1", "h1"}
    state.play("e2-e3")
    planes = game.observations().planes(state.view())
    last = [planes[names.index(name)] for name in ("last_from", "last_to")]
    assert [labels[int(plane.argmax())] for plane in last] == ["e2", "e3"]
    scalars = dict(zip(game.observations().scalar_names, game.observations().scalars(state.view())))
    assert scalars["mover:player2"] == scalars["viewer:player2"] == scalars["moves"] == 1


def test_relative_planes_turn_with_the_viewer():
    game = ludarium.load("shatranj")
    own = game.observations(relative=True)
    state = game.start()
    one, two = (own.planes(state.view(player)) for player in (1, 2))
    names = own.plane_names
    mine, theirs = names.index("piece:own:Baidaq"), names.index("piece:opponent:Baidaq")
    assert np.array_equal(one[mine], two[theirs]) and np.array_equal(one[theirs], two[mine])
    assert one[mine].sum() == 8 and not np.array_equal(one[mine], one[theirs])


def test_stacks_counts_and_dice():
    game = ludarium.load("backgammon")
    state, observations = game.start(1), game.observations()
    planes = dict(zip(observations.plane_names, observations.planes(state.view())))
    # Fifteen pieces a side; the dice are not counted.
    assert planes["height"].sum() == 30
    assert planes["piece:Checker1"].sum() == (planes["below1:piece:Checker1"] > 0).sum() == 4
    scalars = dict(zip(observations.scalar_names, observations.scalars(state.view())))
    dice = [value for name, value in scalars.items() if name.startswith("die:")]
    assert dice == state.dice()


def test_static_planes():
    names, planes = ludarium.load("backgammon").static_planes()
    assert planes[names.index("container:board")].sum() >= 24
    hex_names, _ = ludarium.from_lud(
        """(game "Connect" (players 2) (equipment { (board (square 3)) (piece "Mark" Each)
           (regions P1 (sites Bottom)) (regions P2 (sites Left)) })
           (rules (play (move Add (to (sites Empty))))
               (end (if (is Line 3) (result Mover Win)))))"""
    ).static_planes()
    assert {"region:player1:0", "region:player2:0"} <= set(hex_names)


def test_a_space_that_is_too_small_is_an_error():
    game = ludarium.load("modern-chess")
    small = game.actions(alternatives=1)
    # A pawn may become one of four pieces.
    state = game.position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    state.play("a7-a8")
    with pytest.raises(ludarium.ActionSpaceError, match="alternatives=4"):
        small.encode(state)
    numbers = game.actions(alternatives=4).encode(state)
    assert len(set(numbers.tolist())) == len(state.legal_moves())
    with pytest.raises(ludarium.ActionSpaceError, match="from_to"):
        game.actions(form="to").encode(game.start())
    with pytest.raises(ludarium.ActionSpaceError, match="more than"):
        game.actions(alternatives=1 << 20)
    with pytest.raises(ludarium.IllegalMove):
        small.decode(game.start(), 0)
    with pytest.raises(ValueError, match="another game"):
        small.encode(ludarium.load("shatranj").start())


def test_spaces_can_be_pickled():
    game = ludarium.load("modern-chess")
    actions = pickle.loads(pickle.dumps(game.actions()))
    assert (actions.size, actions.form) == (game.actions().size, "from_to")
    observations = pickle.loads(pickle.dumps(game.observations(relative=True)))
    assert observations.plane_names == game.observations(relative=True).plane_names


def test_numbers_do_not_depend_on_the_order_of_the_list():
    # Both orders of the rules list the same moves; promotions share origin and target.
    text = """(game "Ends" (players 2)
        (equipment {{ (board (rectangle 3 2)) (piece "Foot" P1 N) (piece "Foot" P2 S)
            (piece "Tower" Each) (piece "Horse" Each) }})
        (rules (start {{ (place "Foot1" {{ 2 }}) (place "Foot2" {{ 5 }}) }})
            (play (or {}))
            (end (if (no Moves Next) (result Mover Win)))))"""
    promote = (
        '(forEach Piece "Foot" (move Step Forward (to if:(is Empty (to))) '
        '(then (promote (last To) (piece {"Tower" "Horse"}) Mover))))'
    )
    add = "(move Add (to (sites Empty)))"
    games = [
        ludarium.from_lud(text.format(f"{one} {two}"))
        for one, two in [(promote, add), (add, promote)]
    ]
    numbers = [sorted(set(game.actions().encode(game.start()).tolist())) for game in games]
    assert numbers[0] == numbers[1]
