"""python-chess's engine module in front of `ludarium uci` and `ludarium xboard`: a game and an analysis."""

import sys
import time

import chess
import chess.engine

program = sys.argv[1]


def play(engine, plies, limit):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < plies:
        result = engine.play(board, limit)
        # The client refuses a move that is not legal.
        assert result.move in board.legal_moves, (board.fen(), result)
        board.push(result.move)
    assert board.ply() > 20, board.fen()


uci = chess.engine.SimpleEngine.popen_uci([program, "uci", "modern-chess"], timeout=120)
for name in ("Hash", "Threads", "MultiPV", "Skill Level", "UCI_Variant"):
    assert name in uci.options, name
uci.configure({"Hash": 8, "Skill Level": 20})
play(uci, 60, chess.engine.Limit(nodes=300))
play(uci, 30, chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02))

# Three lines of analysis, each a sequence of legal moves.
board = chess.Board()
infos = uci.analyse(board, chess.engine.Limit(depth=3), multipv=3)
assert len(infos) == 3 and all(info["pv"] for info in infos), infos
assert all(info["depth"] >= 1 and "score" in info for info in infos), infos

# Only the moves asked for.
wanted = [chess.Move.from_uci("h2h3"), chess.Move.from_uci("a2a4")]
assert uci.play(board, chess.engine.Limit(depth=2), root_moves=wanted).move in wanted

# A mate is reported as a mate.
mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
info = uci.analyse(mate, chess.engine.Limit(depth=3))
assert info["score"].white() == chess.engine.Mate(1), info

# An analysis without limit ends when it is stopped.
begun = time.time()
with uci.analysis(board) as analysis:
    for info in analysis:
        if info.get("depth", 0) >= 3:
            break
assert analysis.wait().move in board.legal_moves
uci.ping()
assert time.time() - begun < 60

# Thinking on the opponent's time.
result = uci.play(board, chess.engine.Limit(time=0.2), ponder=True)
board.push(result.move)
board.push(result.ponder or next(iter(board.legal_moves)))
assert uci.play(board, chess.engine.Limit(time=0.2)).move in board.legal_moves
uci.quit()

xboard = chess.engine.SimpleEngine.popen_xboard([program, "xboard", "modern-chess"], timeout=120)
play(xboard, 40, chess.engine.Limit(depth=2))
with xboard.analysis(chess.Board()) as analysis:
    for info in analysis:
        if info.get("depth", 0) >= 2:
            break
xboard.ping()
xboard.quit()
print("played")
