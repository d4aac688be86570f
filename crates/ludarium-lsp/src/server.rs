//! The server: answers a client of the Language Server Protocol.
//!
//! Requests are answered in the order they come, from the text alone. Descriptions are checked in
//! two threads: the language of each text at once, and then its rules, which may take longer, of
//! the newest text only.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;

use crossbeam_channel::{select, unbounded, Sender};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    notification as note, request as ask, CompletionList, CompletionResponse,
    DocumentSymbolResponse, GotoDefinitionResponse, Hover, HoverContents, InitializeResult,
    InlayHint, Location, MarkupContent, MarkupKind, MessageType, PrepareRenameResponse,
    PublishDiagnosticsParams, SemanticTokens, SemanticTokensResult, ServerInfo, ShowMessageParams,
    TextDocumentPositionParams, TextEdit, Uri,
};
use ludarium_lud::{Choices, Definitions, Description};
use serde_json::{from_value, to_value, Value};

use crate::capabilities::capabilities;
use crate::check::Checked;
use crate::checking::{check_newest, Done, Job, Stage};
use crate::files::{file_of, standard_file};
use crate::live::{answer_about_positions, Asked, PositionParams, Question};
use crate::name::{name_at, names, Place};
use crate::settings::Settings;
use crate::{
    check_language, code_actions, complete, default_hints, definition, document_symbols,
    folding_ranges, hover, placeholder_hints, references, rename, resolve, semantic_tokens,
    signature_help, Document,
};

/// The most completions in one answer. The list is marked as incomplete beyond.
const MAX_COMPLETIONS: usize = 500;

/// Finds the description of a game that a match names; the name of the match is its file.
pub type FindGame = fn(&Description, &str, &Choices) -> Option<Description>;

/// What the service needs from outside of the texts.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The standard definitions.
    pub definitions: Definitions,
    /// The games of matches.
    pub games: FindGame,
    /// The time in seconds, from any moment on.
    pub now: fn() -> f64,
}

impl Surroundings {
    /// Surroundings with the clock of this machine.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn new(definitions: Definitions, games: FindGame) -> Surroundings {
        use std::{sync::OnceLock, time::Instant};

        static BEGUN: OnceLock<Instant> = OnceLock::new();
        Surroundings {
            definitions,
            games,
            now: || BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64(),
        }
    }
}

/// Whether the client, and the threads that work for it, are still there.
pub(crate) type Served = Result<(), Box<dyn Error + Send + Sync>>;

/// Serves a client on standard input and output until it says goodbye.
///
/// # Errors
/// If the client breaks the protocol, or a channel to it does.
pub fn serve_stdio(surroundings: Surroundings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    serve(&connection, surroundings)?;
    // The writing thread ends when the connection does.
    drop(connection);
    threads.join()?;
    Ok(())
}

/// Serves the client of a connection until it says goodbye.
///
/// # Errors
/// If the client breaks the protocol, or the connection does.
pub fn serve(
    connection: &Connection,
    surroundings: Surroundings,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, sent) = connection.initialize_start()?;
    connection.initialize_finish(id, introduction()?)?;
    let (jobs, to_read) = unbounded();
    let (read, to_compile) = unbounded();
    let (done, checked) = unbounded();
    let done_soon = done.clone();
    let (for_language, for_rules) = (surroundings.clone(), surroundings.clone());
    std::thread::spawn(move || {
        let language = |job: &Job| job.check(Stage::Language, &for_language);
        check_newest(&to_read, language, &done_soon, |job| read.send(job).is_ok());
    });
    std::thread::spawn(move || {
        let rules = |job: &Job| job.check(Stage::Rules, &for_rules);
        check_newest(&to_compile, rules, &done, |_| true);
    });
    let (asked, to_play) = unbounded();
    let (reply, replies) = unbounded();
    let for_play = surroundings.clone();
    std::thread::spawn(move || answer_about_positions(&to_play, for_play, &reply));
    let to_client = connection.sender.clone();
    let mut server = Server::new(to_client, surroundings.definitions, jobs, asked);
    server.introduced(&sent)?;
    loop {
        select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    if let Some(response) = server.answer(request) {
                        server.send(Message::Response(response))?;
                    }
                }
                Ok(Message::Notification(notification)) => server.take_note(notification)?,
                Ok(Message::Response(_)) => {}
                Err(_) => return Ok(()),
            },
            // Without the threads that check, an editor does better to start the server again.
            recv(checked) -> result => server.publish(result?)?,
            recv(replies) -> response => server.send(Message::Response(response?))?,
        }
    }
}

/// What the server says of itself at the beginning.
pub(crate) fn introduction() -> serde_json::Result<Value> {
    to_value(InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: "ludarium".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    })
}

/// An open document.
struct Open {
    uri: Uri,
    version: i32,
    document: Document,
    /// The last check, perhaps of an older text.
    checked: Option<Checked>,
    /// The messages of the errors of the language that were sent last.
    language_errors: Vec<String>,
}

/// What answers a client, and hands on what takes longer.
pub(crate) struct Server {
    to_client: Sender<Message>,
    definitions: Definitions,
    documents: HashMap<String, Open>,
    jobs: Sender<Job>,
    asked: Sender<Asked>,
    settings: Settings,
    /// Whether the client asks for inlay hints again at the server's request.
    refreshes_hints: bool,
    /// The number of requests that the server has sent.
    requests: i32,
}

impl Server {
    pub(crate) fn new(
        to_client: Sender<Message>,
        definitions: Definitions,
        jobs: Sender<Job>,
        asked: Sender<Asked>,
    ) -> Server {
        Server {
            to_client,
            definitions,
            documents: HashMap::new(),
            jobs,
            asked,
            settings: Settings::default(),
            refreshes_hints: false,
            requests: 0,
        }
    }

    /// Takes what the client says of itself at the beginning.
    pub(crate) fn introduced(&mut self, sent: &Value) -> Served {
        self.refreshes_hints =
            sent["capabilities"]["workspace"]["inlayHint"]["refreshSupport"] == true;
        self.set(&sent["initializationOptions"])
    }

    pub(crate) fn send(&self, message: Message) -> Served {
        Ok(self.to_client.send(message)?)
    }

    pub(crate) fn take_note(&mut self, sent: Notification) -> Served {
        use ask::Request as _;
        use note::Notification as _;
        match sent.method.as_str() {
            note::DidOpenTextDocument::METHOD => {
                let Ok(opened) = from_value::<lsp_types::DidOpenTextDocumentParams>(sent.params)
                else {
                    return Ok(());
                };
                let opened = opened.text_document;
                self.changed(Open {
                    document: Document::new(opened.text),
                    version: opened.version,
                    uri: opened.uri,
                    checked: None,
                    language_errors: Vec::new(),
                })?;
            }
            note::DidChangeTextDocument::METHOD => {
                let Ok(change) = from_value::<lsp_types::DidChangeTextDocumentParams>(sent.params)
                else {
                    return Ok(());
                };
                if let Some(open) = self.documents.remove(change.text_document.uri.as_str()) {
                    self.changed(Open {
                        document: open.document.changed(change.content_changes),
                        version: change.text_document.version,
                        ..open
                    })?;
                }
            }
            note::DidCloseTextDocument::METHOD => {
                let Ok(closed) = from_value::<lsp_types::DidCloseTextDocumentParams>(sent.params)
                else {
                    return Ok(());
                };
                let uri = closed.text_document.uri;
                self.documents.remove(uri.as_str());
                self.send_findings(uri, Vec::new(), None)?;
            }
            note::DidChangeConfiguration::METHOD => {
                self.set(&sent.params["settings"])?;
                if self.refreshes_hints {
                    self.requests += 1;
                    let method = ask::InlayHintRefreshRequest::METHOD.to_owned();
                    let refresh = Request::new(self.requests.into(), method, Value::Null);
                    self.send(Message::Request(refresh))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes the settings of an editor. If something is wrong with them, it stays as it was.
    fn set(&mut self, sent: &Value) -> Served {
        use note::Notification as _;
        match Settings::read(sent) {
            Ok(settings) => self.settings = settings,
            Err(message) => {
                let params = ShowMessageParams {
                    typ: MessageType::WARNING,
                    message,
                };
                let shown = Notification::new(note::ShowMessage::METHOD.to_owned(), params);
                self.send(Message::Notification(shown))?;
            }
        }
        Ok(())
    }

    fn changed(&mut self, open: Open) -> Served {
        self.jobs.send(Job {
            uri: open.uri.clone(),
            version: open.version,
            text: open.document.text().to_owned(),
        })?;
        self.documents.insert(open.uri.as_str().to_owned(), open);
        Ok(())
    }

    /// Tells the client what a check found, unless the text has changed since.
    pub(crate) fn publish(&mut self, done: Done) -> Served {
        let Some(open) = self.documents.get_mut(done.uri.as_str()) else {
            return Ok(());
        };
        if open.version != done.version {
            return Ok(());
        }
        let findings = done.checked.diagnostics(&open.document);
        open.checked = Some(done.checked);
        if done.stage == Stage::Language {
            // The rules follow. Until then, what they showed last stays, unless there is news: the
            // editor moves it with the text.
            let errors = findings.iter().map(|finding| finding.message.clone());
            let errors: Vec<String> = errors.collect();
            if errors == open.language_errors {
                return Ok(());
            }
            open.language_errors = errors;
        }
        self.send_findings(done.uri, findings, Some(done.version))
    }

    fn send_findings(
        &self,
        uri: Uri,
        diagnostics: Vec<lsp_types::Diagnostic>,
        version: Option<i32>,
    ) -> Served {
        use note::Notification as _;
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        let method = note::PublishDiagnostics::METHOD.to_owned();
        let notification = Notification::new(method, params);
        self.send(Message::Notification(notification))
    }

    /// Answers a request; `None` if the answer comes later.
    pub(crate) fn answer(&self, request: Request) -> Option<Response> {
        let id = request.id.clone();
        let result = match Question::of_method(&request.method) {
            Some(question) => match self.pass_on(question, request) {
                Ok(()) => return None,
                Err(refusal) => Err(refusal),
            },
            None => self.result(request),
        };
        Some(response(id, result))
    }

    /// Has a question about a position answered.
    fn pass_on(&self, question: Question, request: Request) -> Result<(), Refusal> {
        let params: PositionParams = read(request.params)?;
        let open = self.open(&params.text_document.uri)?;
        let asked = Asked {
            id: request.id,
            question,
            name: file_of(&open.uri),
            text: open.document.text().to_owned(),
            params,
        };
        self.asked.send(asked).map_err(|_| Refusal {
            code: ErrorCode::InternalError,
            message: "positions are no longer answered".to_owned(),
        })
    }

    fn result(&self, request: Request) -> Result<Value, Refusal> {
        use ask::Request as _;
        let Request { method, params, .. } = request;
        match method.as_str() {
            ask::Completion::METHOD => {
                let params: lsp_types::CompletionParams = read(params)?;
                let place = self.place(&params.text_document_position)?;
                reply(self.completions(place))
            }
            ask::ResolveCompletionItem::METHOD => reply(resolve(read(params)?)),
            ask::HoverRequest::METHOD => {
                let params: lsp_types::HoverParams = read(params)?;
                let place = self.place(&params.text_document_position_params)?;
                reply(self.hover(place))
            }
            ask::SignatureHelpRequest::METHOD => {
                let params: lsp_types::SignatureHelpParams = read(params)?;
                let (open, at) = self.place(&params.text_document_position_params)?;
                reply(signature_help(&open.document, at, &self.definitions))
            }
            ask::GotoDefinition::METHOD => {
                let params: lsp_types::GotoDefinitionParams = read(params)?;
                let place = self.place(&params.text_document_position_params)?;
                reply(self.definition(place))
            }
            ask::References::METHOD => {
                let params: lsp_types::ReferenceParams = read(params)?;
                let (open, at) = self.place(&params.text_document_position)?;
                let found = references(&open.document, at).into_iter();
                let found =
                    found.map(|range| Location::new(open.uri.clone(), open.document.range(range)));
                reply(found.collect::<Vec<_>>())
            }
            ask::PrepareRenameRequest::METHOD => {
                let params: TextDocumentPositionParams = read(params)?;
                let (open, at) = self.place(&params)?;
                let found = names(&open.document);
                let name = name_at(&found, at);
                reply(name.map(|name| {
                    PrepareRenameResponse::Range(open.document.range(name.range.clone()))
                }))
            }
            ask::Rename::METHOD => {
                let params: lsp_types::RenameParams = read(params)?;
                let (open, at) = self.place(&params.text_document_position)?;
                let edit = rename(&open.document, &open.uri, at, &params.new_name);
                reply(edit.map_err(Refusal::invalid)?)
            }
            ask::DocumentSymbolRequest::METHOD => {
                let params: lsp_types::DocumentSymbolParams = read(params)?;
                let open = self.open(&params.text_document.uri)?;
                reply(DocumentSymbolResponse::Nested(document_symbols(
                    &open.document,
                )))
            }
            ask::FoldingRangeRequest::METHOD => {
                let params: lsp_types::FoldingRangeParams = read(params)?;
                reply(folding_ranges(
                    &self.open(&params.text_document.uri)?.document,
                ))
            }
            ask::Formatting::METHOD => {
                let params: lsp_types::DocumentFormattingParams = read(params)?;
                reply(formatted(self.open(&params.text_document.uri)?))
            }
            ask::CodeActionRequest::METHOD => {
                let params: lsp_types::CodeActionParams = read(params)?;
                let open = self.open(&params.text_document.uri)?;
                let document = &open.document;
                let start = document.offset(params.range.start);
                let end = document.offset(params.range.end).max(start);
                let findings = &params.context.diagnostics;
                reply(code_actions(
                    document,
                    &open.uri,
                    start..end,
                    findings,
                    &self.definitions,
                ))
            }
            ask::SemanticTokensFullRequest::METHOD => {
                let params: lsp_types::SemanticTokensParams = read(params)?;
                let open = self.open(&params.text_document.uri)?;
                reply(SemanticTokensResult::Tokens(SemanticTokens {
                    result_id: None,
                    data: semantic_tokens(&open.document),
                }))
            }
            ask::InlayHintRequest::METHOD => {
                let params: lsp_types::InlayHintParams = read(params)?;
                let open = self.open(&params.text_document.uri)?;
                let start = open.document.offset(params.range.start);
                let end = open.document.offset(params.range.end).max(start);
                reply(self.hints(open, start..end))
            }
            other => Err(Refusal {
                code: ErrorCode::MethodNotFound,
                message: format!("{other} is not answered"),
            }),
        }
    }

    fn open(&self, uri: &Uri) -> Result<&Open, Refusal> {
        self.documents
            .get(uri.as_str())
            .ok_or_else(|| Refusal::invalid(format!("{} is not open", uri.as_str())))
    }

    /// The document and the byte offset of a position.
    fn place(&self, at: &TextDocumentPositionParams) -> Result<(&Open, usize), Refusal> {
        let open = self.open(&at.text_document.uri)?;
        Ok((open, open.document.offset(at.position)))
    }

    fn hints(&self, open: &Open, range: Range<usize>) -> Vec<InlayHint> {
        let document = &open.document;
        let shown = self.settings.inlay_hints;
        let mut found = Vec::new();
        if shown.placeholders {
            found.extend(placeholder_hints(document, range.clone()));
        }
        if shown.defaults {
            let known = open.checked.as_ref();
            let known = known.and_then(|checked| checked.description.as_ref());
            let is_current =
                |known: &&Description| known.sources.description.text == document.text();
            match known.filter(is_current) {
                Some(description) => found.extend(default_hints(document, description, range)),
                None => {
                    // The text has changed since the last check, and hints follow the text.
                    let name = file_of(&open.uri);
                    let checked = check_language(&name, document.text(), &self.definitions);
                    let description = checked.description.iter();
                    found.extend(
                        description.flat_map(|it| default_hints(document, it, range.clone())),
                    );
                }
            }
        }
        found
    }

    fn hover(&self, (open, at): (&Open, usize)) -> Option<Hover> {
        let checked = open.checked.as_ref();
        let description = checked.and_then(|checked| checked.description.as_ref());
        let (value, range) = hover(&open.document, at, description, &self.definitions)?;
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            }),
            range: Some(open.document.range(range)),
        })
    }

    fn definition(&self, (open, at): (&Open, usize)) -> Option<GotoDefinitionResponse> {
        let location = match definition(&open.document, at, &self.definitions)? {
            Place::Here(range) => Location::new(open.uri.clone(), open.document.range(range)),
            Place::Standard { file, text, range } => Location::new(
                standard_file(&file, &text)?,
                Document::new(text).range(range),
            ),
        };
        Some(GotoDefinitionResponse::Scalar(location))
    }

    fn completions(&self, (open, at): (&Open, usize)) -> CompletionResponse {
        let found = complete(&open.document, at, &self.definitions);
        let is_incomplete = found.len() > MAX_COMPLETIONS;
        let shown = found.iter().take(MAX_COMPLETIONS).enumerate();
        CompletionResponse::List(CompletionList {
            is_incomplete,
            items: shown
                .map(|(rank, one)| one.to_item(&open.document, rank))
                .collect(),
        })
    }
}

/// The answer to a request.
pub(crate) fn response(id: RequestId, result: Result<Value, Refusal>) -> Response {
    match result {
        Ok(result) => Response {
            id,
            result: Some(result),
            error: None,
        },
        Err(refusal) => refusal.response(id),
    }
}

/// Why a request is not answered.
pub(crate) struct Refusal {
    pub code: ErrorCode,
    pub message: String,
}

impl Refusal {
    fn invalid(message: String) -> Refusal {
        Refusal {
            code: ErrorCode::InvalidParams,
            message,
        }
    }

    fn response(self, id: RequestId) -> Response {
        Response::new_err(id, self.code as i32, self.message)
    }
}

fn read<T: serde::de::DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    from_value(params).map_err(|error| Refusal::invalid(error.to_string()))
}

fn reply(result: impl serde::Serialize) -> Result<Value, Refusal> {
    to_value(result).map_err(|error| Refusal {
        code: ErrorCode::InternalError,
        message: error.to_string(),
    })
}

/// The edits that lay a document out; none if its brackets are out of order.
fn formatted(open: &Open) -> Option<Vec<TextEdit>> {
    let document = &open.document;
    let text = ludarium_lud::format_checked(open.uri.as_str(), document.text()).ok()?;
    if text == document.text() {
        return Some(Vec::new());
    }
    let whole = document.range(0..document.text().len());
    Some(vec![TextEdit::new(whole, text)])
}
