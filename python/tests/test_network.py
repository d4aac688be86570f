"""Networks that guide the search."""

import copy
import json
import pickle

import ludarium
import numpy as np
import pytest

GAME = "tic-tac-toe"


def ends(game, relative=True):
    layout = game.observations(relative=relative)
    return int(np.prod(layout.shape)) + len(layout.scalar_names), game.actions().size


def layers(game, widths=(8,), seed=0):
    """Random layers; the last ones are the policy and the value."""
    random = np.random.default_rng(seed)
    width, actions = ends(game)
    tensors = {}
    for number, outputs in enumerate(widths):
        tensors[f"trunk.{number}.weight"] = random.normal(size=(outputs, width)).astype("float32")
        tensors[f"trunk.{number}.bias"] = random.normal(size=outputs).astype("float32")
        width = outputs
    for name, outputs in ("policy", actions), ("value", 1):
        tensors[f"{name}.weight"] = random.normal(size=(outputs, width)).astype("float32")
        tensors[f"{name}.bias"] = random.normal(size=outputs).astype("float32")
    return tensors


def outputs(tensors, game, state):
    """What numpy makes of the layers: the prior of each legal move, and the value."""
    layout, space, view = game.observations(relative=True), game.actions(), state.view()
    x = np.concatenate([layout.planes(view).ravel(), layout.scalars(view)])
    number = 0
    while f"trunk.{number}.weight" in tensors:
        x = tensors[f"trunk.{number}.weight"] @ x + tensors[f"trunk.{number}.bias"]
        x, number = np.maximum(x, 0), number + 1
    policy = (tensors["policy.weight"] @ x + tensors["policy.bias"])[space.encode(state)]
    policy = np.exp(policy - policy.max())
    value = np.tanh(tensors["value.weight"] @ x + tensors["value.bias"])[0]
    return policy / policy.sum(), value


def test_the_search_follows_the_layers_as_numpy_computes_them():
    game = ludarium.load(GAME)
    for seed in range(5):
        tensors = layers(game, (8, 5), seed)
        agent = ludarium.Agent(game, ludarium.Network(game, tensors))
        state = game.start()
        prior, _ = outputs(tensors, game, state)
        # A search of one node follows the most likely move, to the value of the position after it.
        found = agent.analyse(state, nodes=1)
        best = state.legal_moves()[int(prior.argmax())]
        assert found["move"] == best
        state.play(best)
        _, value = outputs(tensors, game, state)
        assert found["lines"][0]["value"] == pytest.approx(-value, abs=1e-5)


def test_a_network_without_knowledge_still_finds_a_win():
    game = ludarium.load(GAME)
    tensors = {name: np.zeros_like(array) for name, array in layers(game, ()).items()}
    agent = ludarium.Agent(game, ludarium.Network(game, tensors), seed=1)
    state = game.start()
    for text in "b2", "a3", "c3", "a2":
        state.play(text)
    # The first player completes its line, the second threatens to.
    assert state.text(agent.best_move(state, nodes=300)) == "a1"


def test_files_are_of_safetensors(tmp_path):
    game = ludarium.load(GAME)
    tensors = layers(game)
    network = ludarium.Network(game, tensors)
    path = tmp_path / "network.safetensors"
    network.save(path)
    # Eight bytes have the length of a header in JSON.
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    assert header["__metadata__"] == {"format": "ludarium-dense-1", "relative": "true"}
    about = header["trunk.0.weight"]
    assert about["dtype"] == "F32" and about["shape"] == list(tensors["trunk.0.weight"].shape)
    start, end = (8 + length + offset for offset in about["data_offsets"])
    assert data[start:end] == tensors["trunk.0.weight"].astype("<f4").tobytes()
    again = ludarium.Network.load(game, path)
    assert again.relative and again.game.name == game.name
    for name, array in again.tensors().items():
        np.testing.assert_array_equal(array, tensors[name])


def test_what_does_not_fit_is_refused_with_its_name(tmp_path):
    game = ludarium.load(GAME)
    tensors = layers(game)
    missing = {name: array for name, array in tensors.items() if name != "value.bias"}
    with pytest.raises(ValueError, match=r"there is no tensor value\.bias"):
        ludarium.Network(game, missing)
    with pytest.raises(ValueError, match=r"policy\.weight has the shape"):
        ludarium.Network(game, {**tensors, "policy.weight": tensors["policy.weight"][:-1]})
    with pytest.raises(ValueError, match="not finite"):
        ludarium.Network(game, {**tensors, "value.bias": [float("nan")]})
    with pytest.raises(ValueError, match="extra belongs to no layer"):
        ludarium.Network(game, {**tensors, "extra": [1.0]})
    with pytest.raises(ValueError, match="policy"):
        ludarium.Network(ludarium.load("breakthrough"), layers(game, ()))
    with pytest.raises(ValueError, match="another game"):
        ludarium.Agent(ludarium.load("breakthrough"), ludarium.Network(game, tensors))
    path = tmp_path / "network.safetensors"
    path.write_bytes(b"PNG")
    with pytest.raises(ValueError, match="safetensors"):
        ludarium.Network.load(game, path)
    with pytest.raises(OSError, match=r"nowhere\.safetensors"):
        ludarium.Network.load(game, tmp_path / "nowhere.safetensors")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
def test_copies_choose_the_same_moves(copied):
    game = ludarium.load(GAME)
    agent = ludarium.Agent(game, ludarium.Network(game, layers(game)), seed=3)
    again = copied(agent)
    assert agent.spec == again.spec == "guided"
    assert agent.best_move(game.start(), nodes=50) == again.best_move(game.start(), nodes=50)


@pytest.mark.parametrize("name", ["backgammon", "chaturaji", "kriegspiel", "oware", "tab"])
def test_dice_several_players_and_hidden_pieces_are_searched(name):
    game = ludarium.load(name)
    network = ludarium.Network(game, layers(game, (4,)))
    agent, state = ludarium.Agent(game, network), game.start(seed=1)
    for _ in range(6):
        move = agent.best_move(state, nodes=20)
        assert move in state.legal_moves()
        state.play(move)
