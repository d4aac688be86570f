//! A language server for each visitor who writes: a program of its own, with limits.
//!
//! The browser's half of the conversation comes by WebSocket, one message of the protocol each; the
//! program reads and writes them with their lengths in front. A program that takes too long, too
//! much memory or too much time in all is ended, and the page begins again with a new one.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::{mpsc, OwnedSemaphorePermit, Semaphore};

use crate::app::{Portal, Problem};
use crate::limits::{visitor, AddressPermit, PerAddress};

/// The longest message of a browser, in bytes.
const MESSAGE_BYTES: usize = 256 * 1024;

/// The longest answer of a language server, in bytes.
const ANSWER_BYTES: usize = 8 * 1024 * 1024;

/// The most messages of a browser that wait until the program reads them.
const QUEUE: usize = 16;

/// How long nothing may come from a browser.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// What a browser may ask for. The others look at files, or are not needed.
const METHODS: [&str; 22] = [
    "initialize",
    "initialized",
    "shutdown",
    "exit",
    "$/cancelRequest",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/completion",
    "completionItem/resolve",
    "textDocument/hover",
    "textDocument/signatureHelp",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "ludarium/position",
    "ludarium/reply",
    "ludarium/explain",
];

/// The program that serves one visitor, and how much of it there may be.
#[derive(Clone, Debug)]
pub struct LanguageServer {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How many run at once.
    pub at_once: usize,
    /// The most memory of one, in bytes.
    pub memory: u64,
    /// The most time on a processor that one may use, in seconds.
    pub seconds: u64,
    /// How long a request may wait for its answer, and an answer for a browser that reads it.
    pub answered_within: Duration,
}

impl LanguageServer {
    /// `ludarium lsp --alone`, started from a program: four at once, each with a gigabyte of
    /// addresses and ten minutes of a processor.
    #[must_use]
    pub fn of_program(program: PathBuf) -> LanguageServer {
        LanguageServer {
            program,
            arguments: ["lsp", "--alone"].map(str::to_owned).to_vec(),
            at_once: 4,
            memory: 1 << 30,
            seconds: 600,
            answered_within: Duration::from_secs(15),
        }
    }

    fn start(&self) -> std::io::Result<Child> {
        let child = Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        #[cfg(target_os = "linux")]
        self.limit(&child)?;
        Ok(child)
    }

    /// Sets the limits of a program that has just been started.
    #[cfg(target_os = "linux")]
    fn limit(&self, child: &Child) -> std::io::Result<()> {
        use rustix::process::{prlimit, setpriority_process, Pid, Resource, Rlimit};

        let number = child.id().and_then(|id| i32::try_from(id).ok());
        let Some(pid) = number.and_then(Pid::from_raw) else {
            return Ok(());
        };
        let at_most = |most| Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        prlimit(Some(pid), Resource::As, at_most(self.memory))?;
        prlimit(Some(pid), Resource::Cpu, at_most(self.seconds))?;
        prlimit(Some(pid), Resource::Fsize, at_most(0))?;
        // Games go before texts.
        setpriority_process(Some(pid), 10)?;
        Ok(())
    }
}

/// How many of the servers one visitor may have at once.
const PER_VISITOR: usize = 2;

/// The language servers of a portal.
#[derive(Clone, Debug)]
pub struct LanguageServers {
    server: LanguageServer,
    free: Arc<Semaphore>,
    visitors: Arc<PerAddress>,
}

impl LanguageServers {
    /// Servers that are started when they are asked for.
    #[must_use]
    pub fn new(server: LanguageServer) -> LanguageServers {
        let free = Arc::new(Semaphore::new(server.at_once));
        LanguageServers {
            server,
            free,
            visitors: PerAddress::new(PER_VISITOR),
        }
    }

    /// A place for a visitor, until it is dropped; `None` if all are taken, or the visitor has
    /// enough. Who sits at the server's own machine may have all.
    fn place(&self, visitor: Option<IpAddr>) -> Option<Place> {
        let free = self.free.clone().try_acquire_owned().ok()?;
        let visitor = visitor.filter(|address| !address.is_loopback());
        let own = self.visitors.permit(visitor)?;
        Some(Place {
            _free: free,
            _own: own,
        })
    }
}

/// The right to one language server.
struct Place {
    _free: OwnedSemaphorePermit,
    _own: AddressPermit,
}

/// Connects a browser with a language server of its own.
pub async fn connect(
    State(portal): State<Portal>,
    peer: Option<axum::Extension<ConnectInfo<std::net::SocketAddr>>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<impl IntoResponse, Problem> {
    let unavailable = |why: &str| Problem::new(StatusCode::SERVICE_UNAVAILABLE, why);
    let servers = portal.language.clone();
    let servers = servers.ok_or_else(|| unavailable("This server has no editor."))?;
    let address = peer.map(|peer| visitor(peer.0 .0.ip(), &headers));
    let many = "Too many connections from one address.";
    let permit = portal
        .limits
        .socket(address)
        .ok_or_else(|| Problem::new(StatusCode::TOO_MANY_REQUESTS, many))?;
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES);
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        let _permit = permit;
        match servers.place(address) {
            Some(place) => converse(&servers.server, place, socket).await,
            // A page does not see why a connection is refused, but reads what comes by it.
            None => tell(&servers.server, &mut socket, &Stopped::BUSY).await,
        }
    }))
}

/// Why a conversation ends.
enum End {
    /// The browser has gone, or has said nothing for long.
    Gone,
    /// The program has ended or was ended.
    Stopped(Stopped),
}

/// Why a program does not serve a page any longer.
struct Stopped {
    /// The reason, in words.
    why: &'static str,
    /// Whether the text that it was given is probably the cause.
    by_text: bool,
}

impl Stopped {
    const BUSY: Stopped = Stopped {
        why: "all places to write are taken, please try again in a few minutes",
        by_text: false,
    };
    const MISSING: Stopped = Stopped {
        why: "the language service cannot be started",
        by_text: false,
    };
    const ENDED: Stopped = Stopped {
        why: "the language service has ended",
        by_text: true,
    };
    const SLOW: Stopped = Stopped {
        why: "the description takes too long",
        by_text: true,
    };
}

async fn converse(server: &LanguageServer, _place: Place, mut socket: WebSocket) {
    let mut child = match server.start() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("{}: {error}", server.program.display());
            tell(server, &mut socket, &Stopped::MISSING).await;
            return;
        }
    };
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return;
    };
    let (answers, mut answered) = mpsc::channel(16);
    let reading = tokio::spawn(async move {
        let mut stdout = BufReader::new(stdout);
        while let Some(answer) = read_message(&mut stdout).await {
            if answers.send(answer).await.is_err() {
                return;
            }
        }
    });
    // Both directions have a task of their own: a program that waits until its answers are read
    // would otherwise wait for one that waits until its requests are read.
    let (requests, mut requested) = mpsc::channel::<String>(QUEUE);
    let writing = tokio::spawn(async move {
        while let Some(text) = requested.recv().await {
            let mut whole = format!("Content-Length: {}\r\n\r\n", text.len()).into_bytes();
            whole.extend_from_slice(text.as_bytes());
            if stdin.write_all(&whole).await.is_err() {
                return;
            }
        }
    });
    let end = pass_on(server, &mut socket, &requests, &mut answered).await;
    if let End::Stopped(stopped) = end {
        tell(server, &mut socket, &stopped).await;
    }
    reading.abort();
    writing.abort();
    // It may have ended by itself.
    let _ = child.kill().await;
}

/// Passes messages on in both directions.
async fn pass_on(
    server: &LanguageServer,
    socket: &mut WebSocket,
    requests: &mpsc::Sender<String>,
    answered: &mut mpsc::Receiver<String>,
) -> End {
    let mut waiting: HashMap<String, Instant> = HashMap::new();
    let (mut heard, mut read) = (Instant::now(), Instant::now());
    let mut second = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            // What the program has no room for waits in the browser.
            received = socket.recv(), if requests.capacity() > 0 => {
                let Some(Ok(message)) = received else { return End::Gone };
                heard = Instant::now();
                let Message::Text(text) = message else { continue };
                let Some(id) = admitted(text.as_str()) else { continue };
                if let Some(id) = id {
                    waiting.insert(id, Instant::now());
                }
                if requests.try_send(text.as_str().to_owned()).is_err() {
                    return End::Stopped(Stopped::ENDED);
                }
            }
            answer = answered.recv() => {
                let Some(answer) = answer else { return End::Stopped(Stopped::ENDED) };
                if let Some(id) = answered_id(&answer) {
                    waiting.remove(&id);
                }
                if !send(server, socket, answer).await {
                    return End::Gone;
                }
            }
            _ = second.tick() => {
                if heard.elapsed() > IDLE {
                    return End::Gone;
                }
                if requests.capacity() > 0 {
                    read = Instant::now();
                }
                let late = |since: &Instant| since.elapsed() > server.answered_within;
                if late(&read) || waiting.values().any(late) {
                    return End::Stopped(Stopped::SLOW);
                }
            }
        }
    }
}

/// Sends a message to a browser; `false` if the browser has gone or does not read.
async fn send(server: &LanguageServer, socket: &mut WebSocket, text: String) -> bool {
    let sent = socket.send(Message::Text(text.into()));
    matches!(
        tokio::time::timeout(server.answered_within, sent).await,
        Ok(Ok(()))
    )
}

/// The id of a message that may be passed on, if it is a request; `None` if it may not.
fn admitted(text: &str) -> Option<Option<String>> {
    let message: Value = serde_json::from_str(text).ok()?;
    let method = message.get("method")?.as_str()?;
    let known = METHODS.contains(&method);
    known.then(|| message.get("id").map(Value::to_string))
}

/// The id of the request that a message answers.
fn answered_id(text: &str) -> Option<String> {
    let message: Value = serde_json::from_str(text).ok()?;
    match message.get("method") {
        Some(_) => None,
        None => message.get("id").map(Value::to_string),
    }
}

/// Reads one message with its length in front; `None` at the end, or if it is damaged or too long.
async fn read_message(from: &mut BufReader<tokio::process::ChildStdout>) -> Option<String> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.parse::<usize>().ok();
        }
    }
    let mut body = vec![0; length.filter(|length| *length <= ANSWER_BYTES)?];
    from.read_exact(&mut body).await.ok()?;
    String::from_utf8(body).ok()
}

/// Tells the page why the conversation ends.
async fn tell(server: &LanguageServer, socket: &mut WebSocket, stopped: &Stopped) {
    let note = serde_json::json!({
        "jsonrpc": "2.0",
        "method": "ludarium/stopped",
        "params": { "why": stopped.why, "byText": stopped.by_text },
    });
    // A browser that has gone does not need to know.
    let _ = send(server, socket, note.to_string()).await;
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn what_looks_at_files_is_not_passed_on() {
        let message = |method: &str| {
            serde_json::json!({ "jsonrpc": "2.0", "id": 7, "method": method }).to_string()
        };
        assert_eq!(
            admitted(&message("textDocument/hover")),
            Some(Some("7".to_owned()))
        );
        assert_eq!(admitted(&message("textDocument/definition")), None);
        assert_eq!(admitted(&message("workspace/executeCommand")), None);
        assert_eq!(admitted("no message"), None);
        let note = r#"{ "method": "textDocument/didChange" }"#;
        assert_eq!(admitted(note), Some(None));
    }

    #[test]
    fn a_visitor_takes_some_of_the_places_and_gives_them_back() {
        let servers = LanguageServers::new(LanguageServer::of_program(PathBuf::from("ludarium")));
        let [first, second]: [IpAddr; 2] =
            ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().expect("an address"));
        let own: Vec<Place> = (0..PER_VISITOR)
            .map(|_| servers.place(Some(first)).expect("a place"))
            .collect();
        assert!(servers.place(Some(first)).is_none());
        assert!(servers.place(Some(second)).is_some());
        drop(own);
        assert!(servers.place(Some(first)).is_some());
        let here: Vec<Place> = (0..4)
            .map(|_| {
                servers
                    .place(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)))
                    .expect("a place")
            })
            .collect();
        assert!(
            servers.place(Some(second)).is_none(),
            "all {} are taken",
            here.len()
        );
    }

    #[test]
    fn only_an_answer_has_the_id_of_a_request() {
        assert_eq!(
            answered_id(r#"{ "id": 3, "result": null }"#),
            Some("3".to_owned())
        );
        assert_eq!(answered_id(r#"{ "id": 3, "method": "ask" }"#), None);
    }
}
