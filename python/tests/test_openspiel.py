"""Games of OpenSpiel."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import ludarium.openspiel  # noqa: E402

ludarium.openspiel.register()


@pytest.mark.parametrize(
    "name", ["shatranj", "backgammon", "kriegspiel", "chaturaji", "tab", "atep"]
)
def test_random_games(name):
    game = pyspiel.load_game(f"ludarium(game={name},max_plies=20)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_readings_are_a_parameter():
    text = "ludarium(game=shatranj,readings=bare king:immediate loss)"
    game = pyspiel.load_game(text)
    assert game.rules.game == ludarium.load("shatranj", {"bare king": "immediate loss"})
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game("ludarium(game=shatranj,readings=nonsense)")
    ludarium.openspiel.register()


def test_dice_are_chance_nodes():
    state = pyspiel.load_game("ludarium(game=backgammon)").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
    state.apply_action(outcomes[0][0])
    assert state.current_player() >= 0
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)


def test_its_own_search_plays_our_games():
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("ludarium(game=shatranj,max_plies=30)")
    bot = mcts.MCTSBot(
        game,
        2,
        5,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(2),
    )
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
