//! The `ludarium` command.

mod analyse;
mod audit;
mod bench;
mod check;
mod claims;
mod clock;
mod command_line;
mod compare;
mod conform;
mod construct;
mod corpus;
mod describe;
mod error;
mod evidence;
mod examples;
mod export;
mod faults;
mod fmt;
mod folders;
mod game_args;
mod game_file;
mod image;
mod interrupt;
mod ledger;
mod list;
mod lsp;
mod ludemes;
mod machine;
mod new_game;
mod outcome;
mod pages;
mod paint;
mod perft;
mod piece;
mod play;
mod playout;
mod progress;
mod protocol;
mod replay;
mod serve;
mod show;
mod solve;
mod source;
mod sources;
mod terminal;
mod tournament;
mod train;
mod trial;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ludarium_protocols::Protocol;

use command_line::Colour;
use error::{Error, Exit};

/// Play, analyse and describe historical board games.
#[derive(Parser, Debug)]
#[command(name = "ludarium", version, about, arg_required_else_help = true)]
struct Arguments {
    /// A folder of games, laid out like `games/` of the project; takes precedence over the built-in
    /// games
    #[arg(long, global = true, value_name = "DIR")]
    library: Option<PathBuf>,
    /// When output has colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the built-in games
    List(list::List),
    /// Compare games by their descriptions and by random playouts
    Compare(compare::Compare),
    /// Show the history, rules, readings and sources of a game
    Show(show::Show),
    /// Draw a game as SVG or PNG
    Draw(paint::Draw),
    /// Describe a game for programs: board, pieces, options, features
    Describe(describe::Describe),
    /// List archaeological and written evidence by game, place and time
    Evidence(evidence::Evidence),
    /// List the works that the games are based on
    Sources(sources::Sources),
    /// Look up a ludeme of the description language
    Ludemes(ludemes::Ludemes),
    /// Serve an editor of descriptions by the Language Server Protocol
    Lsp(lsp::Lsp),
    /// Play a game in the terminal
    Play(play::Play),
    /// Serve the library and games by link to browsers
    Serve(serve::Serve),
    /// Say what a move does and which rule it comes from, or why it is not legal
    Explain(play::Explain),
    /// Play the examples beside a description, and say which of its rules never give a move
    Test(examples::Test),
    /// Play random games and report their statistics
    Playout(playout::PlayoutArgs),
    /// Play matches between agents and rate them
    Tournament(tournament::Tournament),
    /// Tune the evaluation of a game by self-play
    Train(train::Train),
    /// XBoard engine protocol (CECP), for third-party GUIs
    Xboard(protocol::Talk),
    /// UCI engine protocol, for third-party GUIs
    Uci(protocol::Talk),
    /// USI engine protocol, for shogi GUIs
    Usi(protocol::Talk),
    /// UCCI engine protocol, for xiangqi GUIs
    Ucci(protocol::Talk),
    /// GTP engine protocol, for GUIs of go and other games in which stones are placed
    Gtp(protocol::Talk),
    /// Evaluate positions and find the mistakes in a game
    Analyse(analyse::Analyse),
    /// Solve a deduction puzzle or a small two-player game
    Solve(solve::Solve),
    /// Construct, verify, complete and count magic squares
    Square(construct::Square),
    /// Construct, verify and count tours of the knight and other leapers
    Tour(construct::Tour),
    /// Count the sequences of legal moves (perft)
    Perft(perft::Perft),
    /// Measure the speed of random playouts
    Bench(bench::Bench),
    /// Replay printed games under the rules
    Replay(replay::Replay),
    /// Write a game in the notation of other programs
    Export(export::Export),
    /// Check the library: readings, sources, records, games that do not end
    Audit(audit::Audit),
    /// Test the claims of the sources and print the computed results
    Claims(claims::Claims),
    /// Write a small game to start from
    New(new_game::New),
    /// Check descriptions for errors
    Check(check::Check),
    /// Format descriptions
    Fmt(fmt::Fmt),
    /// Replay the recorded trials of a corpus
    Conform(conform::Conform),
    /// Print completions for a shell
    Completions(command_line::Completions),
    /// Write manual pages
    Manual(command_line::Manual),
}

/// Exits without a panic message when the output cannot be written: silently when its reader is
/// gone (`ludarium list | head -1`), else with the reason, for example that the disk is full.
fn end_with_the_output() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let message = info.payload().downcast_ref::<String>();
        let failed = message.and_then(|text| text.strip_prefix("failed printing to "));
        match failed.and_then(|text| text.split_once(": ")) {
            Some((_, reason)) if reason.starts_with("Broken pipe") => std::process::exit(0),
            Some((stream, reason)) => {
                // Standard error may be what cannot be written.
                let _ = writeln!(
                    std::io::stderr(),
                    "ludarium: cannot write to {stream}: {reason}"
                );
                std::process::exit(i32::from(Exit::Failure as u8));
            }
            None => usual(info),
        }
    }));
}

impl Command {
    /// Runs the command. Returns its name and its result.
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
            Command::Lsp(lsp) => ("lsp", lsp.run()),
            Command::Play(play) => ("play", play.run()),
            Command::Serve(serve) => ("serve", serve.run()),
            Command::Explain(explain) => ("explain", explain.run()),
            Command::Test(test) => ("test", test.run()),
            Command::Playout(playout) => ("playout", playout.run()),
            Command::Tournament(tournament) => ("tournament", tournament.run()),
            Command::Train(train) => ("train", train.run()),
            Command::Xboard(talk) => ("xboard", talk.run(Protocol::Xboard)),
            Command::Uci(talk) => ("uci", talk.run(Protocol::Uci)),
            Command::Usi(talk) => ("usi", talk.run(Protocol::Usi)),
            Command::Ucci(talk) => ("ucci", talk.run(Protocol::Ucci)),
            Command::Gtp(talk) => ("gtp", talk.run(Protocol::Gtp)),
            Command::Analyse(analyse) => ("analyse", analyse.run()),
            Command::Solve(solve) => ("solve", solve.run()),
            Command::Square(square) => ("square", square.run()),
            Command::Tour(tour) => ("tour", tour.run()),
            Command::Perft(perft) => ("perft", perft.run()),
            Command::Bench(bench) => ("bench", bench.run()),
            Command::Replay(replay) => ("replay", replay.run()),
            Command::Export(export) => ("export", export.run()),
            Command::Audit(audit) => ("audit", audit.run()),
            Command::Claims(claims) => ("claims", claims.run()),
            Command::New(new) => ("new", new.run()),
            Command::Check(check) => ("check", check.run()),
            Command::Fmt(fmt) => ("fmt", fmt.run()),
            Command::Conform(conform) => ("conform", conform.run()),
            Command::Completions(shell) => ("completions", shell.run(whole_command_line())),
            Command::Manual(manual) => ("manual", manual.run(whole_command_line())),
        }
    }
}

/// Prints what `clap` answers instead of a command: help, the version, or what is wrong with the
/// arguments.
fn answer(told: &clap::Error) -> ExitCode {
    match told.print() {
        Ok(()) => ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(Exit::Failure as u8)),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Success.into(),
        Err(error) => {
            Error::from(error).report("ludarium: cannot write to stdout");
            Exit::Failure.into()
        }
    }
}

/// The command line of the program.
fn whole_command_line() -> clap::Command {
    command_line::command_line(Arguments::command())
}

fn main() -> ExitCode {
    end_with_the_output();
    let parsed = whole_command_line().try_get_matches();
    let arguments = match parsed.and_then(|parsed| Arguments::from_arg_matches(&parsed)) {
        Ok(arguments) => arguments,
        Err(told) => return answer(&told),
    };
    arguments.color.apply();
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
