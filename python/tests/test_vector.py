"""Vector environments of Gymnasium."""

import numpy as np
import pytest

import ludarium

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from ludarium.gymnasium import Env, VectorEnv  # noqa: E402

NOUGHTS = """(game "Noughts" (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
MODES = ["NextStep", "SameStep", "Disabled"]

# Plain, dice and extra turns, four players, hidden, simultaneous.
GAMES = ["shatranj", "backgammon", "tab", "chaturaji", "kriegspiel", "atep"]


def first_free(state):
    return state.legal_moves()[0]


def last_free(state):
    return state.legal_moves()[-1]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", GAMES)
def test_everything_is_in_its_space(name, mode):
    env = VectorEnv(name, 3, player=2, max_plies=30, autoreset_mode=mode)
    observation, info = env.reset(seed=1)
    ended = np.zeros(3, dtype=bool)
    ends = 0
    for _ in range(40):
        assert observation in env.observation_space
        legal = observation["action_mask"].any(axis=1)
        assert np.array_equal(legal, ~ended | (mode == "SameStep"))
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        actions = env.action_space.sample()
        assert actions in env.action_space
        assert all(observation["action_mask"][legal, actions[legal]])
        if mode == "Disabled" and ended.any():
            with pytest.raises(ValueError, match="reset_mask"):
                env.step(actions)
            observation, info = env.reset(options={"reset_mask": ended})
            ended[:] = False
            continue
        restarted = ended if mode == "NextStep" else np.zeros(3, dtype=bool)
        observation, rewards, terminated, truncated, info = env.step(actions)
        ended = terminated | truncated
        ends += ended.sum()
        assert not (rewards[~terminated] != 0).any() and not ended[restarted].any()
        if mode == "SameStep" and ended.any():
            assert np.array_equal(info["_final_obs"], ended)
            for index, last in enumerate(info["final_obs"]):
                assert (last is not None) == ended[index]
                assert last is None or last in env.single_observation_space
    assert ends > 0


@pytest.mark.parametrize("mode", MODES)
def test_games_start_again_as_gymnasium_defines(mode):
    # The player takes the squares in turn from the front, the opponent the last free one.
    env = VectorEnv(
        ludarium.from_lud(NOUGHTS), 2, opponent=last_free, autoreset_mode=AutoresetMode(mode)
    )
    assert env.metadata["autoreset_mode"] is AutoresetMode(mode)
    env.reset(seed=1)
    marks = lambda shown: shown["observation"][:, :2].sum(axis=(1, 2)).tolist()  # noqa: E731
    # Game 0: the bottom row. Game 1: one square behind.
    for one, other in [(0, 0), (1, 3)]:
        observation, *_ = env.step(np.array([one, other]))
    assert marks(observation) == [4, 4]
    observation, rewards, terminated, truncated, info = env.step(np.array([2, 1]))
    assert rewards.tolist()[0] == 1 and terminated.tolist()[0] and not truncated.any()
    # In game 1 the opponent holds 8, 7 and now 6: the top row.
    assert rewards.tolist()[1] == -1 and terminated.tolist()[1]
    if mode == "SameStep":
        assert marks(observation) == [0, 0] and info["_final_obs"].all()
        assert [
            marks({"observation": last["observation"][None]}) for last in info["final_obs"]
        ] == [
            [5],
            [6],
        ]
    else:
        assert marks(observation) == [5, 6] and not observation["action_mask"].any()
    if mode == "NextStep":
        observation, rewards, terminated, *_ = env.step(np.array([0, 0]))
        assert marks(observation) == [0, 0] and not rewards.any() and not terminated.any()
    if mode == "Disabled":
        observation, _ = env.reset(options={"reset_mask": np.array([True, False])})
        assert marks(observation) == [0, 6]
        observation, _ = env.reset(options={"reset_mask": np.array([False, True])})
    observation, *_ = env.step(np.array([4, 0]))
    assert marks(observation) == [2, 2]


@pytest.mark.parametrize("opponent", ["random", "mcts"])
def test_games_depend_on_their_own_seed_and_actions_alone(opponent):
    def digests(games, threads):
        env = VectorEnv(
            "tab", games, opponent=opponent, nodes=5, max_plies=40, threads=threads, player=2
        )
        observation, _ = env.reset(seed=4)
        seen = [[] for _ in range(games)]
        for _ in range(25):
            # Each game's first legal action.
            actions = observation["action_mask"].argmax(axis=1)
            observation, rewards, terminated, truncated, _ = env.step(actions)
            for index, own in enumerate(seen):
                arrays = (observation["observation"], observation["scalars"], rewards, terminated)
                own.append([array[index].tobytes() for array in arrays])
        return seen

    five = digests(5, 2)
    assert five[0] != five[1]
    assert digests(5, 1) == five
    assert digests(2, 1) == five[:2]


def test_a_vector_environment_plays_what_one_environment_plays():
    game = ludarium.from_lud(NOUGHTS)
    many = VectorEnv(game, 2, opponent=last_free, player=2)
    one = Env(game, opponent=last_free, player=2)
    shown, _ = many.reset(seed=0)
    expected, _ = one.reset(seed=0)
    # The player takes the first column, the opponent the last free squares.
    for action in (0, 6, 3):
        for name, array in expected.items():
            assert np.array_equal(shown[name], np.stack([array, array])), name
        shown, rewards, terminated, _, _ = many.step(np.array([action, action]))
        expected, reward, ended, _, _ = one.step(action)
        assert rewards.tolist() == [reward] * 2 and terminated.tolist() == [ended] * 2
    assert rewards.tolist() == [1, 1]


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("limit", [6, 7])
def test_a_game_that_is_cut_off_shows_the_player_its_own_view(player, limit):
    many = VectorEnv("kriegspiel", 2, opponent=first_free, player=player, max_plies=limit)
    one = Env("kriegspiel", opponent=first_free, player=player, max_plies=limit)
    shown, _ = many.reset(seed=0)
    expected, _ = one.reset(seed=0)
    for _ in range(limit):
        action = int(expected["action_mask"].argmax())
        shown, _, terminated, truncated, _ = many.step(np.array([action, action]))
        expected, _, _, ended, _ = one.step(action)
        assert truncated.tolist() == [ended] * 2 and not terminated.any()
        for name, array in expected.items():
            assert np.array_equal(shown[name], np.stack([array, array])), name
        if ended:
            return
    raise AssertionError("no game was cut off")


def test_illegal_actions():
    env = VectorEnv(ludarium.from_lud(NOUGHTS), 2, opponent=last_free)
    env.reset(seed=0)
    before, *_ = env.step(np.array([0, 1]))
    with pytest.raises(ludarium.IllegalMove, match="game 1"):
        env.step(np.array([1, 1]))
    assert [env.batch.state(index).plies for index in (0, 1)] == [2, 2]
    lenient = VectorEnv(ludarium.from_lud(NOUGHTS), 2, illegal="random")
    lenient.reset(seed=0)
    for action in (0, 0, -1, 9):
        lenient.step(np.array([action, action]))
    single = Env(ludarium.from_lud(NOUGHTS), illegal="random")
    single.reset(seed=0)
    for action in (-1, single.actions.size):
        *_, info = single.step(action)
    assert info["action_mask"].sum() == 9 - 4
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=1, options={"reset_mask": np.array([True, False])})


def test_it_is_registered_and_wrappers_take_it():
    env = gymnasium.make_vec(
        "ludarium/Game-v0", num_envs=4, game="shatranj", max_plies=20, render_mode="rgb_array"
    )
    assert isinstance(env.unwrapped, VectorEnv) and env.unwrapped.num_envs == 4
    counted = RecordEpisodeStatistics(env)
    counted.action_space.seed(1)
    counted.reset(seed=1)
    lengths = []
    for _ in range(30):
        *_, info = counted.step(counted.action_space.sample())
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    # A game may end by its rules sooner than it is cut off.
    assert max(lengths) == 10
    frames = env.render()
    assert len(frames) == 4 and frames[0].dtype == np.uint8 and frames[0].shape[2] == 3


def test_steps_may_share_their_arrays():
    env = VectorEnv("shatranj", 2, copy=False)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(env.action_space.sample())
    assert first["observation"] is second["observation"]
