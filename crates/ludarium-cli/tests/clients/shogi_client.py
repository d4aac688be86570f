"""cshogi's USI client in front of `ludarium usi`: a game whose moves cshogi's own rules check."""

import sys

import cshogi
from cshogi.usi import Engine

engine = Engine(sys.argv[2], connect=False)
engine.connect()
engine.setoption("Skill_Level", 20)
engine.isready()
engine.usinewgame()
board, moves = cshogi.Board(), []
while len(moves) < 60 and not board.is_game_over():
    engine.position(moves=moves)
    best, _ = engine.go(byoyomi=100)
    if best in ("resign", "win"):
        break
    move = board.move_from_usi(best)
    assert board.is_legal(move), (board.sfen(), best)
    board.push(move)
    moves.append(best)
assert len(moves) > 20, moves
engine.quit()
print("played")
