//! Connections: taken up to a limit for each address, and ended when nothing comes.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::Request;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

use crate::limits::{is_proxy, AddressPermit, PerAddress};

/// The most connections of one address that are no live connections.
const PER_ADDRESS: usize = 250;

/// How long a connection may be silent before its next request has come.
const SILENCE: Duration = Duration::from_secs(30);

/// How long nothing is taken after the system has refused to.
const AFTER_ERROR: Duration = Duration::from_millis(200);

/// The answer to an address with too many connections.
const REFUSAL: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 39\r\nConnection: close\r\n\r\n\
    Too many connections from one address.\n";

/// What is taken of each address.
pub struct Connections {
    counts: Arc<PerAddress>,
    silence: Duration,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            counts: PerAddress::new(PER_ADDRESS),
            silence: SILENCE,
        }
    }
}

impl Connections {
    /// Takes connections and answers them, for ever.
    pub async fn serve(&self, listener: &TcpListener, router: &Router) {
        loop {
            let (stream, peer) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) if is_of_one_connection(&error) => continue,
                Err(error) => {
                    eprintln!("no connection can be taken: {error}");
                    tokio::time::sleep(AFTER_ERROR).await;
                    continue;
                }
            };
            match self.counts.permit(limited(peer.ip())) {
                Some(permit) => {
                    let one = answer(stream, peer, router.clone(), self.silence, permit);
                    tokio::spawn(one);
                }
                // Nothing was sent on this connection yet: there is room for a few words.
                None => drop(stream.try_write(REFUSAL)),
            }
        }
    }
}

/// The address whose connections are counted. A proxy on this machine speaks for many.
fn limited(address: IpAddr) -> Option<IpAddr> {
    (!is_proxy(address)).then_some(address)
}

fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Answers the requests of a connection until it ends or becomes a live connection.
async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    silence: Duration,
    _permit: AddressPermit,
) {
    // A message is small, and nothing is gained by waiting for the next.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(silence)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // The other side may be gone at any time.
    let _ = connection.await;
}

// Only Linux has many addresses of its own.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpSocket;

    use super::*;

    async fn serving(connections: Connections) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/", get(|| async { "hello" }));
        tokio::spawn(async move { connections.serve(&listener, &router).await });
        address
    }

    async fn connected(from: &str, to: SocketAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        let from = format!("{from}:0").parse().expect("an address");
        socket.bind(from).expect("an address of this machine");
        socket.connect(to).await.expect("a connection")
    }

    async fn asked(mut stream: TcpStream, request: &str) -> String {
        let mut answer = Vec::new();
        stream.write_all(request.as_bytes()).await.expect("sent");
        let read = stream.read_to_end(&mut answer);
        let read = tokio::time::timeout(Duration::from_secs(10), read).await;
        read.expect("in time").expect("an answer");
        String::from_utf8(answer).expect("a text")
    }

    const ONE: &str = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    #[tokio::test]
    async fn an_address_with_too_many_connections_is_told_so_and_others_are_answered() {
        let connections = Connections {
            counts: PerAddress::new(3),
            ..Connections::default()
        };
        let server = serving(connections).await;
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(connected("127.0.0.2", server).await);
        }
        let refused = asked(connected("127.0.0.2", server).await, "").await;
        let (head, body) = refused.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 429 "), "{head}");
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
        let other = asked(connected("127.0.0.3", server).await, ONE).await;
        assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
        let last = held.pop().expect("a connection");
        assert!(asked(last, ONE).await.ends_with("hello"));
        let again = asked(connected("127.0.0.2", server).await, ONE).await;
        assert!(again.ends_with("hello"), "there is room again: {again}");
    }

    #[tokio::test]
    async fn a_connection_on_which_nothing_or_half_a_request_comes_is_ended() {
        let connections = Connections {
            silence: Duration::from_millis(300),
            ..Connections::default()
        };
        let server = serving(connections).await;
        for begun in ["", "GET / HTTP/1.1\r\nHost: "] {
            let answer = asked(connected("127.0.0.2", server).await, begun).await;
            assert!(!answer.contains("hello"), "{answer}");
        }
        let kept = ONE.replace("Connection: close\r\n", "");
        let answer = asked(connected("127.0.0.2", server).await, &kept).await;
        assert!(answer.ends_with("hello"), "and then it is ended: {answer}");
    }
}
