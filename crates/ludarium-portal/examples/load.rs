//! Many games at once, to see what a server bears.
//!
//! `cargo run --release -p ludarium-portal --example load -- 127.0.0.1:8080 --games 1000`
//!
//! Each game has two players, each with a connection of its own, and a move every two seconds. The
//! time of a move is from its sending until both players have been sent what it changed, which is
//! after it was stored. Connections come from addresses 127.0.1.1 and on, because a server admits
//! a limited number from one.
//!
//! With `--log FILE` the last answered move of each game is written to a file, also when the server
//! is killed meanwhile; `--verify FILE` asks a server whether it has all of them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{json, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::WebSocketStream;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Games that share an address, so that its allowance is not used up.
const GAMES_PER_ADDRESS: usize = 20;

/// How long the games have to begin; moves of that time are not counted.
const BEGINNING: Duration = Duration::from_secs(10);

struct Wish {
    server: SocketAddr,
    games: usize,
    seconds: u64,
    game: String,
    /// Where the last answered move of each game is written.
    log: Option<PathBuf>,
    /// The file of such a run whose games the server must have.
    verify: Option<PathBuf>,
}

fn wish() -> Result<Wish, Failure> {
    let mut arguments = std::env::args().skip(1);
    let server = arguments
        .next()
        .ok_or("the address of the server is missing")?;
    let mut wish = Wish {
        server: server.parse()?,
        games: 1_000,
        seconds: 60,
        game: "gollon-shatranj".to_owned(),
        log: None,
        verify: None,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or("a value is missing")?;
        match name.as_str() {
            "--games" => wish.games = value.parse()?,
            "--seconds" => wish.seconds = value.parse()?,
            "--game" => wish.game = value,
            "--log" => wish.log = Some(value.into()),
            "--verify" => wish.verify = Some(value.into()),
            _ => return Err(format!("unknown option {name}").into()),
        }
    }
    Ok(wish)
}

fn source(game: usize) -> IpAddr {
    let number = game / GAMES_PER_ADDRESS;
    let (high, low) = ((number / 250) as u8, (number % 250) as u8);
    IpAddr::V4(Ipv4Addr::new(127, 0, 1 + high, 1 + low))
}

async fn connect(server: SocketAddr, game: usize) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(source(game), 0))?;
    Ok(socket.connect(server).await?)
}

/// Begins a game for two; returns its id and the key of both seats.
async fn begin(wish: &Wish, game: usize) -> Result<(String, String), Failure> {
    let body = json!({ "game": wish.game, "seats": ["me", "me"] }).to_string();
    let request = format!(
        "POST /api/play HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        wish.server,
        body.len()
    );
    let begun = asked(wish, game, &request).await?;
    let text = |name: &str| begun[name].as_str().map(str::to_owned);
    Ok((text("id").ok_or("no id")?, text("key").ok_or("no key")?))
}

/// The JSON that a request is answered with.
async fn asked(wish: &Wish, game: usize, request: &str) -> Result<Value, Failure> {
    let mut stream = connect(wish.server, game).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).map_err(|error| format!("{error}: {answer}").into())
}

/// The position, which a browser has from the page.
async fn shown(wish: &Wish, game: usize, id: &str, key: &str) -> Result<Value, Failure> {
    let request = format!(
        "GET /api/play/{id} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {key}\r\n\
         Connection: close\r\n\r\n",
        wish.server
    );
    asked(wish, game, &request).await
}

async fn follow(
    wish: &Wish,
    game: usize,
    id: &str,
    key: &str,
    since: &Value,
) -> Result<WebSocketStream<TcpStream>, Failure> {
    let mut request =
        format!("ws://{}/play/{id}/live?since={since}", wish.server).into_client_request()?;
    request
        .headers_mut()
        .insert("cookie", format!("seat-{id}={key}").parse()?);
    let stream = connect(wish.server, game).await?;
    Ok(tokio_tungstenite::client_async(request, stream).await?.0)
}

async fn position(socket: &mut WebSocketStream<TcpStream>) -> Result<Value, Failure> {
    loop {
        match socket.next().await.ok_or("the connection ended")?? {
            Message::Text(text) => return Ok(serde_json::from_str(text.as_str())?),
            Message::Close(_) => return Err("the server closed the connection".into()),
            _ => {}
        }
    }
}

/// A game as far as it was played.
#[derive(Default)]
struct Played {
    id: String,
    key: String,
    /// The number of moves that were answered.
    moves: usize,
    /// How long each move took that was sent after the games had begun.
    taken: Vec<Duration>,
    failure: Option<Failure>,
}

/// Plays one game until the end of the time, or until the server is gone.
async fn play(wish: &Wish, game: usize, warm: Instant, end: Instant) -> Played {
    let mut played = Played::default();
    let done = moves(wish, game, warm, end, &mut played).await;
    played.failure = done.err();
    played
}

async fn moves(
    wish: &Wish,
    game: usize,
    warm: Instant,
    end: Instant,
    played: &mut Played,
) -> Result<(), Failure> {
    (played.id, played.key) = begin(wish, game).await?;
    let (id, key) = (&played.id, &played.key);
    let mut now = shown(wish, game, id, key).await?;
    let mut one = follow(wish, game, id, key, &now["events"]).await?;
    let mut two = follow(wish, game, id, key, &now["events"]).await?;
    // The games do not all move at the same moment.
    tokio::time::sleep(Duration::from_millis(2 * (game as u64 * 7919 % 1000))).await;
    while Instant::now() < end {
        let legal = now["legal"].as_array().cloned().unwrap_or_default();
        let choice = (game * 31 + played.moves * 17) % legal.len().max(1);
        let Some(choice) = legal.get(choice) else {
            break;
        };
        let sent = Instant::now();
        let wish = json!({ "do": "move", "text": choice[0], "ply": now["ply"] });
        one.send(Message::text(wish.to_string())).await?;
        now = position(&mut one).await?;
        if now["refused"].is_string() {
            return Err(format!("refused: {}", now["refused"]).into());
        }
        played.moves += 1;
        position(&mut two).await?;
        // While games still begin, all of the machine is used for that.
        if sent > warm {
            played.taken.push(sent.elapsed());
        }
        tokio::time::sleep_until((sent + Duration::from_secs(2)).into()).await;
    }
    Ok(())
}

/// Asks the server for the games of an earlier run: how many it has with all answered moves.
async fn verify(wish: &Wish, file: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file)?;
    let (began, mut games, mut lost) = (Instant::now(), 0, 0);
    for (index, line) in text.lines().enumerate() {
        let [id, key, moves] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("{}: {line:?} is no game", file.display()).into());
        };
        let there = shown(wish, index, id, key).await?;
        games += 1;
        if there["ply"].as_u64() < Some(moves.parse()?) {
            lost += 1;
            eprintln!(
                "{id}: {moves} moves were answered, {} are there",
                there["ply"]
            );
        }
    }
    println!(
        "{games} games, {lost} without an answered move, in {:?}",
        began.elapsed()
    );
    match lost {
        0 => Ok(()),
        _ => Err("answered moves are lost".into()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let wish: &'static Wish = Box::leak(Box::new(wish()?));
    if let Some(file) = &wish.verify {
        return verify(wish, file).await;
    }
    let warm = Instant::now() + BEGINNING;
    let end = warm + Duration::from_secs(wish.seconds);
    let games: Vec<_> = (0..wish.games)
        .map(|game| tokio::spawn(play(wish, game, warm, end)))
        .collect();
    let (mut taken, mut failed, mut log) = (Vec::new(), 0, String::new());
    for game in games {
        let game = game.await?;
        taken.extend(game.taken);
        if let Some(failure) = game.failure {
            failed += 1;
            if wish.log.is_none() {
                eprintln!("{failure}");
            }
        }
        if game.moves > 0 {
            log.push_str(&format!("{} {} {}\n", game.id, game.key, game.moves));
        }
    }
    if let Some(file) = &wish.log {
        std::fs::write(file, log)?;
    }
    taken.sort();
    let at = |share: f64| {
        let index = (share * taken.len() as f64) as usize;
        taken
            .get(index.min(taken.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{} games, {} moves, {failed} failed; half within {:?}, 99 of 100 within {:?}, all within {:?}",
        wish.games,
        taken.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
