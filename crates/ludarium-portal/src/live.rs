//! Games in progress, in memory while somebody looks at them.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ludarium::thought::{Question, Thought};
use ludarium_table::{
    Command, Event, Millis, Refusal, Rules, RulesError, RulesId, Seat, Seed, Table, Terms,
    TimeControl, Turn, Viewer,
};
use tokio::sync::watch;

use crate::accounts::standing::standings;
use crate::credentials::Credentials;
use crate::secret;
use crate::store::{NewEvents, Store, StoreError, StoredGame};
use crate::think::{Job, PlayedRules, Thinkers};

/// How long a game stays in memory after it was last used.
const KEPT: Duration = Duration::from_secs(300);

/// Work that other tasks should not wait for.
const LONG: Duration = Duration::from_millis(20);

/// A game with no more events is replayed at once: that takes a few milliseconds.
const FEW_EVENTS: usize = 50;

/// The most sets of rules that are kept compiled.
const RULES_KEPT: usize = 400;

/// When this many positions wait for a computer player, no more questions are taken: games go
/// first.
const QUESTIONS: usize = 8;

/// The longest time for a game, for a turn, or to add to a turn, in milliseconds: a year.
const LONGEST_TIME: Millis = 365 * 86_400_000;

/// The shortest time for a game or a turn, in milliseconds.
const SHORTEST_TIME: Millis = 1_000;

fn is_playable(time: TimeControl) -> bool {
    let fits = SHORTEST_TIME..=LONGEST_TIME;
    match time {
        TimeControl::Unlimited => true,
        TimeControl::Clock { initial, increment } => {
            fits.contains(&initial) && increment <= LONGEST_TIME
        }
        TimeControl::PerTurn { limit } => fits.contains(&limit),
    }
}

/// How long a browser may take that chooses the move of a computer player.
const BROWSER: Duration = Duration::from_secs(8);

/// Who chooses the moves of computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The server's own threads.
    Server,
    /// The browser of the only person who plays; after some seconds without a move, the server.
    Browser,
}

/// Why a game could not be begun, found or changed.
#[derive(Debug)]
pub enum LiveError {
    /// There is no such game.
    NotFound,
    /// There are no such rules.
    Rules(RulesError),
    /// The number of seats is not the number of players, a level is not from 1 to 10, or nobody but
    /// computers plays.
    Seats,
    /// The time for a game or a turn is less than a second or more than a year.
    Time,
    /// The command was refused.
    Refused(Refusal),
    /// The game began under rules that this server no longer has.
    OtherRules,
    /// The database failed.
    Store(StoreError),
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiveError::NotFound => f.write_str("there is no such game"),
            LiveError::Rules(error) => error.fmt(f),
            LiveError::Seats => {
                f.write_str("each player needs a seat, one at least is for a person, and computers have levels from 1 to 10")
            }
            LiveError::Time => f.write_str("players have from a second to a year"),
            LiveError::Refused(refusal) => refusal.fmt(f),
            LiveError::OtherRules => f.write_str(
                "this game began under a description that has changed since; it cannot go on",
            ),
            LiveError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LiveError {}

impl From<StoreError> for LiveError {
    fn from(error: StoreError) -> LiveError {
        LiveError::Store(error)
    }
}

/// The time as the server's clock has it.
#[must_use]
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// A game in memory.
pub struct Live {
    /// Its name in addresses.
    pub id: String,
    rules: Arc<PlayedRules>,
    /// Commands are carried out one after the other.
    turn: tokio::sync::Mutex<()>,
    table: watch::Sender<Arc<Table>>,
    messages: Mutex<Messages>,
    /// Stops the search for the move of a computer player.
    thinking: Mutex<Option<Arc<AtomicBool>>>,
    /// The game that was begun after this one, so that all players meet in the same.
    pub rematch: tokio::sync::Mutex<Option<String>>,
    used: Mutex<Instant>,
    /// Whether only the database knows what has happened: it failed while it stored something, or
    /// something was changed there.
    unsure: AtomicBool,
}

/// The last messages that were made, so that all viewers who see the same are sent the same text.
#[derive(Default)]
struct Messages {
    /// The numbers of events before and after.
    stages: (u64, u64),
    texts: HashMap<Viewer, Arc<str>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// The table as it is now.
    #[must_use]
    pub fn table(&self) -> Arc<Table> {
        self.table.borrow().clone()
    }

    /// Follows the table.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<Arc<Table>> {
        *lock(&self.used) = Instant::now();
        self.table.subscribe()
    }

    /// The message that tells a viewer what has changed between two stages of the table; without an
    /// earlier stage, everything.
    #[must_use]
    pub fn message(&self, before: Option<&Table>, after: &Table, viewer: &Viewer) -> Arc<str> {
        let make = || -> Arc<str> {
            let snapshot = match before {
                Some(before) => after.changes(before, viewer, now()),
                None => after.snapshot(viewer, now()),
            };
            // A snapshot holds nothing that JSON could not express.
            serde_json::to_string(&snapshot).unwrap_or_default().into()
        };
        let Some(before) = before else { return make() };
        let stages = (before.events(), after.events());
        let mut messages = lock(&self.messages);
        if messages.stages != stages {
            *messages = Messages {
                stages,
                texts: HashMap::new(),
            };
        }
        messages
            .texts
            .entry(viewer.clone())
            .or_insert_with(make)
            .clone()
    }

    /// Does what a move needs. Where that has taken long, the thread's other tasks go on elsewhere
    /// meanwhile; to hand them over costs more than most moves do.
    pub fn at_work<T>(&self, work: impl FnOnce() -> T) -> T {
        let slow = &self.rules.slow;
        let began = Instant::now();
        let done = match slow.load(Ordering::Relaxed) {
            true => tokio::task::block_in_place(work),
            false => work(),
        };
        if began.elapsed() > LONG {
            slow.store(true, Ordering::Relaxed);
        }
        done
    }

    /// Who somebody plays for.
    #[must_use]
    pub fn viewer(&self, somebody: &Credentials) -> Viewer {
        somebody.viewer_at(&self.table())
    }

    fn stop_thinking(&self) {
        if let Some(stop) = lock(&self.thinking).take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the game may be forgotten until it is asked for. One with a clock may not: somebody
    /// has to see that time runs out.
    fn is_idle(&self) -> bool {
        self.table.receiver_count() == 0
            && self.table().clocks().running().is_none()
            && lock(&self.thinking).is_none()
            && lock(&self.used).elapsed() > KEPT
    }
}

/// All games in memory, the rules in use, and the computer players.
#[derive(Clone)]
pub struct Games(Arc<Inner>);

struct Inner {
    store: Store,
    thinkers: Thinkers,
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// Only one request loads a game that is not in memory.
    loading: tokio::sync::Mutex<()>,
    rules: Mutex<HashMap<RulesId, Arc<PlayedRules>>>,
}

impl Games {
    /// Games that are stored in a database.
    #[must_use]
    pub fn new(store: Store) -> Games {
        Games(Arc::new(Inner {
            store,
            thinkers: Thinkers::start(),
            live: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
            rules: Mutex::default(),
        }))
    }

    /// The database.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The numbers of games in memory and of positions that wait for a computer player.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        (lock(&self.0.live).len(), self.0.thinkers.waiting())
    }

    fn known_rules(&self, id: &RulesId) -> Option<Arc<PlayedRules>> {
        lock(&self.0.rules).get(id).cloned()
    }

    /// Compiled rules, made once.
    ///
    /// # Errors
    /// If there are no such rules.
    pub fn rules(&self, id: &RulesId) -> Result<Arc<PlayedRules>, LiveError> {
        if let Some(known) = self.known_rules(id) {
            return Ok(known);
        }
        let rules = Rules::load(id).map_err(LiveError::Rules)?;
        let rules = Arc::new(PlayedRules::new(Arc::new(rules)));
        let mut all = lock(&self.0.rules);
        if all.len() >= RULES_KEPT {
            all.clear();
        }
        all.insert(id.clone(), rules.clone());
        Ok(rules)
    }

    /// Begins a game and returns it, once it is stored.
    ///
    /// # Errors
    /// If there are no such rules, the seats do not fit, or the database fails.
    pub async fn begin(
        &self,
        rules: &RulesId,
        seats: Vec<Seat>,
        time: TimeControl,
    ) -> Result<Arc<Live>, LiveError> {
        let played = match self.known_rules(rules) {
            Some(known) => known,
            None => tokio::task::block_in_place(|| self.rules(rules))?,
        };
        let fits = |seat: &Seat| seat.level().is_none_or(|level| (1..=10).contains(&level));
        let players = played.rules.game().players();
        let alone = seats.iter().all(|seat| seat.level().is_some());
        if seats.len() != players || alone || !seats.iter().all(fits) {
            return Err(LiveError::Seats);
        }
        if !is_playable(time) {
            return Err(LiveError::Time);
        }
        let seed = Seed::new(secret::bytes());
        let terms = Terms {
            rules: played.rules.id().clone(),
            rules_hash: played.rules.hash().to_owned(),
            seats,
            time,
            commitment: seed.commitment(),
        };
        let (id, at) = (secret::game_id(), now());
        let table = Table::new(played.rules.clone(), terms, seed, at);
        let standings = standings(&table, &table);
        let added = self
            .0
            .store
            .add_game(&id, table.terms(), &seed, at, standings);
        added.await?;
        Ok(self.keep(id, played, table))
    }

    fn keep(&self, id: String, rules: Arc<PlayedRules>, table: Table) -> Arc<Live> {
        let live = Arc::new(Live {
            id: id.clone(),
            rules,
            turn: tokio::sync::Mutex::default(),
            table: watch::Sender::new(Arc::new(table)),
            messages: Mutex::default(),
            thinking: Mutex::default(),
            rematch: tokio::sync::Mutex::default(),
            used: Mutex::new(Instant::now()),
            unsure: AtomicBool::new(false),
        });
        lock(&self.0.live).insert(id, live.clone());
        self.think_if_due(&live, Chooser::Server);
        live
    }

    /// Finds a game, in memory or in the database.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be restored.
    pub async fn find(&self, id: &str) -> Result<Arc<Live>, LiveError> {
        if let Some(live) = self.in_memory(id) {
            return Ok(live);
        }
        // What can be no game is not looked for.
        if !secret::is_game_id(id) {
            return Err(LiveError::NotFound);
        }
        let _one = self.0.loading.lock().await;
        if let Some(live) = self.in_memory(id) {
            return Ok(live);
        }
        let (rules, table) = self.restore(id).await?;
        Ok(self.keep(id.to_owned(), rules, table))
    }

    /// A game as the database has it.
    async fn restore(&self, id: &str) -> Result<(Arc<PlayedRules>, Table), LiveError> {
        let stored = self.0.store.game(id).await?.ok_or(LiveError::NotFound)?;
        let known = self.known_rules(&stored.terms.rules);
        let fast = |rules: Arc<PlayedRules>| !rules.slow.load(Ordering::Relaxed);
        let (rules, mut table) = match stored.events.len() <= FEW_EVENTS && known.is_some_and(fast)
        {
            true => self.replay(id, stored)?,
            false => tokio::task::block_in_place(|| self.replay(id, stored))?,
        };
        if !table.is_over() && table.clocks().running().is_some() {
            // The time between was nobody's: the server was away.
            let at = now();
            let resumed = NewEvents {
                before: table.events(),
                events: &[Event::Resumed],
                over: false,
                only_claims: false,
                standings: Vec::new(),
            };
            self.0.store.add_events(id, resumed, at).await?;
            // Resuming fits every table.
            let _ = table.apply(&Event::Resumed, at);
        }
        Ok((rules, table))
    }

    fn replay(&self, id: &str, stored: StoredGame) -> Result<(Arc<PlayedRules>, Table), LiveError> {
        let rules = self.rules(&stored.terms.rules)?;
        if rules.rules.hash() != stored.terms.rules_hash {
            return Err(LiveError::OtherRules);
        }
        let mut table = Table::new(
            rules.rules.clone(),
            stored.terms,
            stored.seed,
            stored.created_at,
        );
        for (event, at) in &stored.events {
            let damaged =
                |why: ludarium_table::BadEvent| StoreError::Damaged(format!("{id}: {why}"));
            table.apply(event, *at).map_err(damaged)?;
        }
        Ok((rules, table))
    }

    /// Shows a game as the database has it, after the database has failed.
    async fn make_sure(&self, live: &Arc<Live>) -> Result<(), LiveError> {
        if !live.unsure.load(Ordering::Relaxed) {
            return Ok(());
        }
        let (_, table) = self.restore(&live.id).await?;
        live.unsure.store(false, Ordering::Relaxed);
        live.stop_thinking();
        *lock(&live.messages) = Messages::default();
        live.table.send_replace(Arc::new(table));
        self.think_if_due(live, Chooser::Server);
        Ok(())
    }

    fn in_memory(&self, id: &str) -> Option<Arc<Live>> {
        let live = lock(&self.0.live).get(id).cloned()?;
        *lock(&live.used) = Instant::now();
        Some(live)
    }

    /// Carries out a command: what it leads to is stored, and then shown to all. `chooser` finds
    /// the move of a computer player whose turn it is then.
    ///
    /// # Errors
    /// If the command is refused or the database fails; nothing has happened then.
    pub async fn command(
        &self,
        live: &Arc<Live>,
        command: &Command,
        chooser: Chooser,
    ) -> Result<(), LiveError> {
        let _one = live.turn.lock().await;
        self.make_sure(live).await?;
        let (table, at) = (live.table(), now());
        let (events, next) = live.at_work(|| {
            let events = table.decide(command, at).map_err(LiveError::Refused)?;
            let mut next = Table::clone(&table);
            for event in &events {
                let damaged = |why: ludarium_table::BadEvent| StoreError::Damaged(why.to_string());
                next.apply(event, at).map_err(damaged)?;
            }
            Ok::<_, LiveError>((events, next))
        })?;
        let news = NewEvents {
            before: table.events(),
            events: &events,
            over: next.is_over(),
            only_claims: matches!(command, Command::Claim { .. }),
            standings: standings(&table, &next),
        };
        if let Err(error) = self.0.store.add_events(&live.id, news, at).await {
            live.unsure.store(true, Ordering::Relaxed);
            return Err(error.into());
        }
        live.stop_thinking();
        live.table.send_replace(Arc::new(next));
        *lock(&live.used) = Instant::now();
        self.think_if_due(live, chooser);
        Ok(())
    }

    /// Shows a game that is in memory as the database has it, where something was changed there.
    ///
    /// # Errors
    /// If the database fails; the game is shown as soon as it is back.
    pub async fn read_again(&self, id: &str) -> Result<(), LiveError> {
        let Some(live) = self.in_memory(id) else {
            return Ok(());
        };
        let _one = live.turn.lock().await;
        live.unsure.store(true, Ordering::Relaxed);
        self.make_sure(&live).await
    }

    /// The best lines of a position; `None` if at least [`QUESTIONS`] positions wait.
    pub async fn lines(&self, rules: Arc<PlayedRules>, table: &Table) -> Option<Thought> {
        if self.0.thinkers.waiting() >= QUESTIONS {
            return None;
        }
        let answer = self.0.thinkers.ask(Job {
            rules,
            state: table.state().clone(),
            legal: table.choices().moves.clone(),
            question: Question::Lines,
            stop: Arc::default(),
        });
        answer.await.ok()
    }

    /// Finds the move of the computer player whose turn it is, if it is one's.
    pub fn think_if_due(&self, live: &Arc<Live>, chooser: Chooser) {
        let table = live.table();
        let Turn::Computer { player, level } = table.turn() else {
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        if let Some(before) = lock(&live.thinking).replace(stop.clone()) {
            before.store(true, Ordering::Relaxed);
        }
        match chooser {
            Chooser::Server => self.think(live, &table, (player, level), stop),
            Chooser::Browser => {
                let (games, live) = (self.clone(), live.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(BROWSER).await;
                    if !stop.load(Ordering::Relaxed) {
                        games.think(&live, &table, (player, level), stop);
                    }
                });
            }
        }
    }

    fn think(
        &self,
        live: &Arc<Live>,
        table: &Arc<Table>,
        (player, level): (usize, u8),
        stop: Arc<AtomicBool>,
    ) {
        let answer = self.0.thinkers.ask(Job {
            rules: live.rules.clone(),
            state: table.state().clone(),
            legal: table.choices().moves.clone(),
            question: Question::Move(level),
            stop: stop.clone(),
        });
        let (games, live, table) = (self.clone(), live.clone(), table.clone());
        tokio::spawn(async move {
            let Ok(thought) = answer.await else { return };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let Some(text) = table.choices().texts.get(thought.chosen).cloned() else {
                return;
            };
            let command = Command::Move {
                player,
                text,
                ply: Some(table.plies().len()),
            };
            if let Err(error) = games.command(&live, &command, Chooser::Server).await {
                eprintln!("{}: the computer's move: {error}", live.id);
            }
        });
    }

    /// Flags players who have run out of time, finds out what the database has after a failure, and
    /// forgets games that nobody looks at. To be called about once a second.
    pub async fn tend(&self) {
        let all: Vec<Arc<Live>> = lock(&self.0.live).values().cloned().collect();
        for live in &all {
            let due = live.table().clocks().runs_out_at();
            if due.is_some_and(|due| due <= now()) {
                // Another command may have come first.
                let _ = self.command(live, &Command::Flag, Chooser::Server).await;
            }
        }
        let unsure = |live: &&Arc<Live>| live.unsure.load(Ordering::Relaxed);
        for live in all.iter().filter(unsure) {
            let _one = live.turn.lock().await;
            if self.make_sure(live).await.is_err() {
                // The database is not back yet.
                break;
            }
        }
        lock(&self.0.live).retain(|_, live| !live.is_idle());
    }

    /// Ends the computer players.
    pub fn close(&self) {
        for live in lock(&self.0.live).values() {
            live.stop_thinking();
        }
        self.0.thinkers.close();
    }
}
