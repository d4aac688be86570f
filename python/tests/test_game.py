"""Games, positions, agents, files."""

import copy
import pickle
import re

import numpy as np
import pytest

import ludarium

TIC_TAC_TOE = """
(game "Tic-Tac-Toe" (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules
        (play (move Add (to (sites Empty))))
        (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })))
"""


def played(name, moves, seed=1):
    """A state after random moves."""
    state = ludarium.load(name).start(seed)
    random = np.random.default_rng(seed)
    for _ in range(moves):
        legal = state.legal_moves()
        if not legal:
            break
        state.play(legal[random.integers(len(legal))])
    return state


def test_readings_change_the_rules():
    plain = ludarium.load("shatranj")
    game = ludarium.load("shatranj", {"bare king": "immediate loss"})
    reading = next(own for own in game.readings() if own["name"] == "Bare king")
    assert reading["chosen"] == "Immediate loss" != reading["default"]
    assert {choice["name"] for choice in reading["choices"]} >= {"Immediate loss"}
    assert game != plain and plain.with_reading("bare king", "immediate loss") == game
    # White bares the king: in the default reading, Black has one move left.
    for own, over in [(plain, False), (game, True)]:
        state = own.position("7k/8/8/8/8/8/6p1/K5R1 1")
        state.play("g1xg2")
        assert state.is_over is over, own


def test_facts_of_a_built_in_game():
    game = ludarium.load("shatranj")
    assert (game.name, game.players, game.slug) == ("Shatranj", 2, "gollon-shatranj")
    assert game.sources()[0]["author"] == "John Gollon"
    assert "(game" in game.lud and game.rules
    assert len(ludarium.games()) >= 170 and game.slug in ludarium.games()
    with pytest.raises(ludarium.GameError):
        ludarium.load(ludarium.lost_games()[0])
    daldos = ludarium.load("bgs-daldos")
    assert any(own["latitude"] is not None and own["latitude"] > 50 for own in daldos.evidence())


def test_unknown_names_are_errors_that_name_what_there_is():
    with pytest.raises(ludarium.GameError, match="Shatranj"):
        ludarium.load("shatrang")
    with pytest.raises(ludarium.GameError, match="Immediate loss"):
        ludarium.load("shatranj", {"bare king": "nonsense"})


def test_errors_of_a_description_have_places():
    text = TIC_TAC_TOE.replace("(sites Empty)", "(sitez Empty)")
    with pytest.raises(ludarium.LudError) as caught:
        ludarium.from_lud(text)
    first = caught.value.diagnostics[0]
    assert text[first["start"] : first["end"]].startswith("(sitez")
    assert (first["line"], first["file"]) == (5, "game.lud")
    shown = str(caught.value)
    assert "game.lud:5:" in shown and "(sitez Empty)" in shown and "did you mean" in shown
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics


def test_places_of_errors_count_characters():
    text = """(game "Déjà é" (players 2) (equipment { (board (squar 3)) })
        (rules (play (forEach Piece))))"""
    with pytest.raises(ludarium.LudError) as caught:
        ludarium.from_lud(text)
    first = caught.value.diagnostics[0]
    assert text[first["start"] : first["end"]] == "(squar 3)"


def test_moves_are_played_by_object_and_by_text():
    state = ludarium.load("shatranj").start(1)
    assert len(state.legal_moves()) == 16
    move = state.parse("e2e3")
    assert state.text(move) == "e2-e3"
    state.play(move)
    assert (state.mover, state.plies) == (2, 1)
    before = state.to_bytes()
    with pytest.raises(ludarium.IllegalMove):
        state.play(move)
    with pytest.raises(ludarium.IllegalMove, match="e7-e6"):
        state.play("e7-e5")
    assert state.to_bytes() == before
    assert ludarium.Move.from_bytes(move.to_bytes()) == move
    assert hash(pickle.loads(pickle.dumps(move))) == hash(move)


def test_known_numbers():
    # Published counts: https://www.chessprogramming.org/Perft_Results
    assert ludarium.load("modern-chess").start().perft(3) == 8_902
    noughts = ludarium.from_lud(TIC_TAC_TOE)
    solved = noughts.start().solve()
    # The game is a draw and has 5,478 positions.
    assert (solved["winner"], solved["positions"]) == (None, 5_478)
    assert noughts.start().solve(positions=100) is None
    with pytest.raises(ValueError, match="chance"):
        ludarium.load("backgammon").start().solve()


def test_results():
    state = ludarium.from_lud(TIC_TAC_TOE).start()
    assert state.utilities().tolist() == [0, 0] and state.ranks is None
    for text in ["A1", "A2", "B1", "B2", "C1"]:
        state.play(text)
    assert state.is_over and state.winner == 1 and state.mover == 0
    assert state.utilities().tolist() == [1, -1] and state.ranks == [1, 2]
    assert state.legal_moves() == []


@pytest.mark.parametrize("name", ["shatranj", "backgammon", "tab", "kriegspiel", "chaturaji"])
def test_copies_and_bytes(name):
    state = played(name, 30)
    copies = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.game.state_from_bytes(state.to_bytes()),
    ]
    legal = state.legal_texts()
    move = state.legal_moves()[0]
    state.play(move)
    for own in copies:
        assert own.legal_texts() == legal
        own.play(move)
        # The same throws follow.
        assert own == state and own.to_bytes() == state.to_bytes()
    with pytest.raises(ValueError):
        state.game.state_from_bytes(b"nonsense")


def test_positions_are_text():
    state = played("shatranj", 10)
    again = state.game.position(state.position)
    assert again.position == state.position
    assert sorted(again.legal_texts()) == sorted(state.legal_texts())


def test_chance_is_explicit():
    game = ludarium.load("backgammon")
    starts = game.chance_starts()
    assert abs(sum(probability for _, probability in starts) - 1) < 1e-12
    state = starts[0][0]
    outcomes = state.chance_outcomes(state.legal_moves()[0])
    assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-12
    assert game.chance_starts(limit=1) is None
    assert len(ludarium.load("shatranj").chance_starts()) == 1


def test_random_games_do_not_depend_on_threads():
    game = ludarium.load("tab")
    one, three = (game.playouts(20, seed=5, threads=threads) for threads in (1, 3))
    for name in one:
        assert np.array_equal(one[name], three[name])
    assert one["utilities"].shape == (20, 2) and one["finished"].any()
    finished = one["utilities"][one["finished"]]
    assert np.allclose(finished.sum(axis=1), 0)
    first = game.start(3).playout(seed=9)
    assert first["plies"] == game.start(3).playout(seed=9)["plies"] > 0


def test_agents():
    state = ludarium.load("shatranj").position("7k/R7/1R6/8/8/8/8/K6p 1")
    agent = ludarium.Agent(state.game, "alphabeta", seed=1)
    # A rook gives mate on the last rank.
    assert state.text(agent.best_move(state, nodes=2_000)).startswith("b6-b8")
    found = agent.analyse(state, nodes=2_000)
    assert found["lines"][0]["value"] == 1 and found["nodes"] > 0
    assert agent.best_move(state, seconds=0.05) in state.legal_moves()
    one, two = (ludarium.Agent(state.game, "mcts", seed=4) for _ in range(2))
    assert one.best_move(state, nodes=50) == two.best_move(state, nodes=50)
    with pytest.raises(ValueError):
        ludarium.Agent(state.game, "nobody")
    with pytest.raises(ValueError, match="another game"):
        agent.best_move(ludarium.load("tab").start())
    state.play("b6-b8")
    with pytest.raises(ludarium.IllegalMove):
        agent.best_move(state)


def test_pictures():
    state = ludarium.load("shatranj").start()
    assert state.render("ansi") == str(state)
    assert state.render("svg").startswith("<svg") and state._repr_svg_() == state.render("svg")
    with pytest.raises(ValueError, match="svg"):
        state.render("png")


def test_definitions():
    text = TIC_TAC_TOE.replace("(is Line 3)", '("Row" 3)')
    assert text != TIC_TAC_TOE
    game = ludarium.from_lud(text, definitions={"rows.def": '(define "Row" (is Line #1))'})
    state = game.start()
    for _ in range(7):
        state.play(state.legal_moves()[0])
    assert state.winner == 1
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.legal_moves() == state.legal_moves()
    # They take the place of the built-in ones, and their errors have their places in their files.
    with pytest.raises(ludarium.LudError, match="unknown definition"):
        ludarium.from_lud(text, definitions={})
    for wrong in ('(define "Row" (is Lime #1))', '(define "Row" (is Line #1)) (game'):
        with pytest.raises(ludarium.LudError) as error:
            ludarium.from_lud(text, definitions={"rows.def": wrong})
        assert error.value.diagnostics[0]["file"] == "rows.def"


def test_a_match():
    match = """(match "Two rounds" (players 2)
        (games { (subgame "First" next:1 result:1) (subgame "Second" next:0 result:1) })
        (end { (if (>= (matchScore P1) 2) (result P1 Win))
            (if (>= (matchScore P2) 2) (result P2 Win)) }))"""
    games = {"First": TIC_TAC_TOE, "Second": TIC_TAC_TOE}
    with pytest.raises(ludarium.LudError, match="First"):
        ludarium.from_lud(match)
    with pytest.raises(ludarium.LudError) as error:
        ludarium.from_lud(match, games=games | {"Second": "(game)"})
    assert error.value.diagnostics[0]["file"] == "Second.lud"
    game = ludarium.from_lud(match, games=games)
    state = game.start()
    for _ in ("First", "Second"):
        assert len(state.legal_moves()) == 9
        for _ in range(7):
            state.play(state.legal_moves()[0])
        # The game is over, the match not yet: a move leads on.
        assert not state.is_over
        (on,) = state.legal_moves()
        state.play(on)
    assert state.winner == 1
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.ranks == state.ranks


def test_pixels():
    state = ludarium.load("shatranj").start()
    before = state.render("rgb_array")
    width, height = re.search(r'width="(\d+)" height="(\d+)"', state.render("svg")).groups()
    assert before.dtype == np.uint8 and before.shape == (int(height), int(width), 3)
    state.play("e2-e3")
    after = state.render("rgb_array")
    rows, columns = np.nonzero((before != after).any(axis=2))
    # Only the pawn moved: pixels of two squares, one above the other, have changed.
    square = before.shape[1] / 8
    assert square > np.ptp(rows) / 2 > square / 2 and 0 < np.ptp(columns) < square
    assert np.array_equal(after, state.view(2).render("rgb_array"))


def test_files_of_other_programs():
    text = '[Event "Casual"]\n\n1.e4 e5 2.Nf3 *\n'
    (record,) = ludarium.read_games(text)
    assert record["moves"] == ["e2-e4", "e7-e5", "g1-f3"]
    assert record["tags"]["Event"] == "Casual" and record["result"] == "*"
    game = record["game"]
    assert game.name == "Modern Chess"
    for name in ["pgn", "uci", "saved"]:
        written = ludarium.write_game(game, record["moves"], name)
        (again,) = ludarium.read_games(written)
        assert again["moves"] == record["moves"], name
    with pytest.raises(ludarium.FormatError, match="1.e4 e4|ply 2"):
        ludarium.read_games(text.replace("e5", "e4"))
    with pytest.raises(ludarium.FormatError, match="move 2"):
        ludarium.write_game(game, ["e2-e4", "e2-e4"])
    with pytest.raises(ValueError, match="pgn"):
        ludarium.read_games(text, format="docx")


def test_a_deduction_puzzle():
    # Two different numbers whose sum is 5.
    pair = ludarium.from_lud(
        """(game "Pair" (players 1)
            (equipment { (board (rectangle 1 2) (values Cell (range 1 9))) (regions { Rows }) })
            (rules (play (satisfy { (all Different) (is Sum 5) }))
                (end (if (is Solved) (result P1 Win)))))"""
    )
    assert pair.features()["puzzle"]
    found, complete = pair.start().solutions(limit=10)
    assert complete and found.tolist() == [[1, 4], [2, 3], [3, 2], [4, 1]]
    found, complete = pair.start().solutions(limit=2)
    assert not complete and found.shape == (2, 2)
    with pytest.raises(ValueError):
        ludarium.load("shatranj").start().solutions()
