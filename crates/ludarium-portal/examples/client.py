#!/usr/bin/env python3
"""Plays a game against the computer, with random moves: a client of the portal's API.

    ludarium serve
    python3 client.py http://127.0.0.1:8080 tic-tac-toe

Nothing but Python's own library is needed.
"""

import argparse
import json
import random
import urllib.request


class Portal:
    """A portal, as far as this client needs it."""

    def __init__(self, address):
        self.address = address.rstrip("/")

    def open(self, path, key=None, body=None):
        """Sends a request: GET, or POST if it has a body."""
        request = urllib.request.Request(self.address + path)
        if key:
            request.add_header("Authorization", f"Bearer {key}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        return urllib.request.urlopen(request, timeout=60)

    def json(self, path, key=None, body=None):
        """Sends a request and reads the answer."""
        with self.open(path, key, body) as answer:
            return json.load(answer)

    def positions(self, game, key):
        """The position, and each one that follows, as the server sends them."""
        with self.open(f"/play/{game}/events", key) as events:
            for line in events:
                if line.startswith(b"data:"):
                    yield json.loads(line.removeprefix(b"data:"))


def play(portal, game, level, most_moves, chance):
    """Plays for the first player until the game is over; returns the last position."""
    players = {card["slug"]: card["players"] for card in portal.json("/api/games")}
    if game not in players:
        raise SystemExit(f"there is no game {game!r}; {portal.address}/games has all")
    seats = ["me"] + [level] * (players[game] - 1)
    begun = portal.json("/api/play", body={"game": game, "seats": seats})
    path, key = f"/api/play/{begun['id']}", begun["key"]
    print(f"{portal.address}/play/{begun['id']}")
    for position in portal.positions(begun["id"], key):
        # A message has only what has changed; the moves that are new are always in it.
        for move in position["moves"]:
            print(f"{position['ply']:4} {position['players'][move['player'] - 1]['side']}: {move['text']}")
        if position["result"]:
            return position
        if position["ply"] >= most_moves:
            return portal.json(path, key, {"do": "resign"})
        if position["yours"]:
            text, _from, _to = chance.choice(position["legal"])
            portal.json(path, key, {"do": "move", "text": text, "ply": position["ply"]})
    raise SystemExit("the server has ended the connection")


def main():
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", help="the address of the portal")
    parser.add_argument("game", nargs="?", default="tic-tac-toe", help="the name in its address")
    parser.add_argument("--level", type=int, default=1, help="of the computer, from 1 to 10")
    parser.add_argument("--most-moves", type=int, default=200, help="then it resigns")
    parser.add_argument("--seed", type=int, help="of the random moves")
    wish = parser.parse_args()
    chance = random.Random(wish.seed)
    last = play(Portal(wish.address), wish.game, wish.level, wish.most_moves, chance)
    print(last["result"]["text"])


if __name__ == "__main__":
    main()
