//! The `ludarium` command.

mod analyse;
mod audit;
mod bench;
mod check;
mod claims;
mod clock;
mod compare;
mod conform;
mod construct;
mod corpus;
mod describe;
mod error;
mod evidence;
mod fmt;
mod folders;
mod game_args;
mod image;
mod list;
mod ludemes;
mod pages;
mod paint;
mod perft;
mod piece;
mod play;
mod playout;
mod protocol;
mod replay;
mod show;
mod solve;
mod source;
mod sources;
mod terminal;
mod tournament;
mod train;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ludarium_protocols::Protocol;

use error::{Error, Exit};

/// Play, analyse and describe the board games of history.
#[derive(Parser, Debug)]
#[command(name = "ludarium", version, about, arg_required_else_help = true)]
struct Arguments {
    /// A folder of games, laid out like `games/` of the project: they come before the built-in ones
    #[arg(long, global = true, value_name = "DIR")]
    library: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the built-in games
    List(list::List),
    /// Compare games: what their descriptions say, and what random games show
    Compare(compare::Compare),
    /// Show what is known about a game
    Show(show::Show),
    /// Draw a game as SVG or PNG
    Draw(paint::Draw),
    /// Describe a game for programs: board, pieces, options, features
    Describe(describe::Describe),
    /// What is known to have been: finds and reports, by game, place and time
    Evidence(evidence::Evidence),
    /// The works that the games rest on
    Sources(sources::Sources),
    /// Look up a ludeme of the language
    Ludemes(ludemes::Ludemes),
    /// Play a game in the terminal
    Play(play::Play),
    /// Play random games, and say what they were like
    Playout(playout::PlayoutArgs),
    /// Let agents play against each other, and rate them
    Tournament(tournament::Tournament),
    /// Tune what positions of a game are worth, by games of the search against itself
    Train(train::Train),
    /// Play by the protocol of XBoard (CECP), for boards of others
    Xboard(protocol::Talk),
    /// Play by the UCI protocol, for boards of others
    Uci(protocol::Talk),
    /// Play by the USI protocol, for boards of shogi
    Usi(protocol::Talk),
    /// Play by the UCCI protocol, for boards of xiangqi
    Ucci(protocol::Talk),
    /// Say what positions are worth, and which moves of a game were mistakes
    Analyse(analyse::Analyse),
    /// Find the solutions of a deduction puzzle; decide a small game for two
    Solve(solve::Solve),
    /// Make, verify, complete and count magic squares
    Square(construct::Square),
    /// Make, verify and count tours of the knight and other leapers
    Tour(construct::Tour),
    /// Count the sequences of legal moves
    Perft(perft::Perft),
    /// Measure how fast random games are played
    Bench(bench::Bench),
    /// Replay printed games under the rules
    Replay(replay::Replay),
    /// Say what is wrong with the folders of the library: readings, sources, records, games without end
    Audit(audit::Audit),
    /// Test what the sources assert, and say what was computed
    Claims(claims::Claims),
    /// Say what is wrong with descriptions, and where
    Check(check::Check),
    /// Lay descriptions out
    Fmt(fmt::Fmt),
    /// Replay the recorded trials of a corpus
    Conform(conform::Conform),
}

/// Leaves quietly when the reader of our output has gone (`ludarium list | head -1`).
fn end_with_the_pipe() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let message = info.payload().downcast_ref::<String>();
        if message.is_some_and(|text| text.contains("Broken pipe")) {
            std::process::exit(0);
        }
        usual(info);
    }));
}

impl Command {
    /// Runs the command; its name, and what came of it.
    fn run(self) -> (&'static str, Result<Exit, Error>) {
        match self {
            Command::List(list) => ("list", list.run()),
            Command::Compare(compare) => ("compare", compare.run()),
            Command::Show(show) => ("show", show.run()),
            Command::Draw(draw) => ("draw", draw.run()),
            Command::Describe(describe) => ("describe", describe.run()),
            Command::Evidence(evidence) => ("evidence", evidence.run()),
            Command::Sources(sources) => ("sources", sources.run()),
            Command::Ludemes(ludemes) => ("ludemes", ludemes.run()),
            Command::Play(play) => ("play", play.run()),
            Command::Playout(playout) => ("playout", playout.run()),
            Command::Tournament(tournament) => ("tournament", tournament.run()),
            Command::Train(train) => ("train", train.run()),
            Command::Xboard(talk) => ("xboard", talk.run(Protocol::Xboard)),
            Command::Uci(talk) => ("uci", talk.run(Protocol::Uci)),
            Command::Usi(talk) => ("usi", talk.run(Protocol::Usi)),
            Command::Ucci(talk) => ("ucci", talk.run(Protocol::Ucci)),
            Command::Analyse(analyse) => ("analyse", analyse.run()),
            Command::Solve(solve) => ("solve", solve.run()),
            Command::Square(square) => ("square", square.run()),
            Command::Tour(tour) => ("tour", tour.run()),
            Command::Perft(perft) => ("perft", perft.run()),
            Command::Bench(bench) => ("bench", bench.run()),
            Command::Replay(replay) => ("replay", replay.run()),
            Command::Audit(audit) => ("audit", audit.run()),
            Command::Claims(claims) => ("claims", claims.run()),
            Command::Check(check) => ("check", check.run()),
            Command::Fmt(fmt) => ("fmt", fmt.run()),
            Command::Conform(conform) => ("conform", conform.run()),
        }
    }
}

fn main() -> ExitCode {
    end_with_the_pipe();
    let arguments = Arguments::parse();
    let library = arguments.library.as_deref();
    let (command, outcome) = match library.map_or(Ok(()), source::add_library) {
        Ok(()) => {
            let (name, outcome) = arguments.command.run();
            (format!("ludarium {name}"), outcome)
        }
        Err(error) => ("ludarium".to_owned(), Err(error)),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => {
            error.report(&command);
            error.exit().into()
        }
    }
}
