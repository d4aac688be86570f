//! The whole of a game, put together from its parts.

use std::sync::Arc;

use lud::{Description, Diagnostic, Node};

use super::{Compiler, Res};
use crate::game::Game;
use crate::ir::Sites;
use crate::set::SiteSet;

impl Game {
    /// Compiles a checked description.
    ///
    /// # Errors
    /// With code `not-carried-out` where the description uses a ludeme that the engine knows but does
    /// not carry out yet; with another code where it asks for something impossible.
    pub fn compile(description: &Description) -> Result<Game, Vec<Diagnostic>> {
        compile(&description.game).map_err(|error| vec![error])
    }
}

fn compile(node: &Node) -> Res<Game> {
    compile_and(node, &mut |_| Ok(()))
}

/// Compiles a game, and with it whatever else is said in its terms.
pub(super) fn compile_and(
    node: &Node,
    also: &mut dyn FnMut(&mut Compiler) -> Res<()>,
) -> Res<Game> {
    let mut compiler = Compiler::new(node)?;
    let call = compiler.call(node)?.clone();
    let name = call
        .arg("string")
        .and_then(Node::str)
        .unwrap_or_default()
        .to_owned();
    if call
        .arg("mode")
        .and_then(|mode| mode.call()?.args.first()?.as_ref()?.word())
        == Some("Simultaneous")
    {
        return compiler.not_yet(call.arg("mode").unwrap_or(node));
    }
    let rules_node = compiler.need(&call, "rules")?;
    let rules_call = compiler.call(rules_node)?;
    let start = compiler.start_rules(rules_call.arg("start"))?;
    let rules = compiler.rules(rules_node)?;
    also(&mut compiler)?;
    let puzzle = compiler.puzzle.take();
    let mut game = assemble(compiler, name, start, rules);
    if game.layout.slots > MAX_SLOTS {
        let message = format!(
            "the sites of all types are {} (limit {MAX_SLOTS})",
            game.layout.slots
        );
        return Err(Diagnostic::new("too-large", node.span, message));
    }
    game.puzzle = puzzle.and_then(|puzzle| puzzle.finish(&game.layout));
    if game.events.len() > MAX_EVENTS {
        let message = format!("more than {MAX_EVENTS} events have names");
        return Err(Diagnostic::new("too-large", node.span, message));
    }
    Ok(game)
}

/// A move names its sites in sixteen bits, of which one is the sign of those that it does not name.
const MAX_SLOTS: usize = i16::MAX as usize;

/// The events that happened to a player are bits of one number.
const MAX_EVENTS: usize = 32;

fn assemble(
    compiler: Compiler,
    name: String,
    start: Vec<crate::start::StartRule>,
    rules: super::rules::Rules,
) -> Game {
    let player_regions = compiler.player_regions();
    let layout = compiler.layout();
    let slots = layout.slots;
    let mut container_of = vec![0; compiler.sites];
    for (index, container) in compiler.containers.iter().enumerate() {
        container_of[container.first..container.first + container.size].fill(index as u16);
    }
    let owners = compiler
        .components
        .iter()
        .map(|component| component.owner as u8)
        .collect();
    let mut compiler = compiler;
    let mut owners: Vec<u8> = owners;
    let mut cover = 0;
    if compiler.components.iter().any(|kind| kind.large.is_some()) {
        // What lies under a large piece belongs to nobody, not even to the neutral player.
        cover = compiler.components.len();
        owners.push(compiler.players as u8 + 2);
        compiler.components.push(super::pieces::nothing());
    }
    Game {
        cover,
        series: None,
        name,
        players: compiler.players,
        layout: Arc::new(layout),
        containers: compiler.containers,
        container_of,
        owners,
        components: compiler.components,
        facings: compiler.facings,
        dice: compiler.dice,
        tables: compiler.tables,
        rules: compiler.rules,
        effects: compiler.effects,
        piece_moves: rules.piece_moves,
        phases: rules.phases,
        start,
        end: rules.end,
        meta: rules.meta,
        flags: compiler.flags,
        player_regions,
        forced_pass: rules.forced_pass,
        swap_rule: rules.swap_rule,
        strings: compiler.strings,
        vars: compiler.vars,
        events: compiler.events,
        lists: compiler.lists,
        every_site: SiteSet::full(slots),
        puzzle: None,
        board: compiler.board,
    }
}

impl Compiler {
    /// The fixed regions of the equipment, by player.
    fn player_regions(&self) -> Vec<Vec<SiteSet>> {
        let of = |player: usize| {
            let fixed = |region: &super::NamedRegion| match &region.sites {
                Sites::Const(sites) if region.owner == Some(player) => Some(sites.clone()),
                _ => None,
            };
            self.regions.iter().filter_map(fixed).collect()
        };
        (0..self.players + 2).map(of).collect()
    }
}

/// The equipment and the start rules against what trials record, whatever the rules of play.
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;
    use std::path::{Path, PathBuf};

    use lud::{Call, Choices, Definitions, Ludeme, Value};

    use super::*;
    use crate::action::Action;
    use crate::chance::SplitMix64;

    fn set_up(description: &Description) -> Res<Game> {
        let mut compiler = Compiler::new(&description.game)?;
        let rules = compiler.call(&description.game)?.arg("rules").cloned();
        let start = rules.as_ref().and_then(|rules| rules.call()?.arg("start"));
        let start = compiler.start_rules(start)?;
        let at = |ludeme: Ludeme, args: Vec<Option<Node>>| Node {
            span: description.game.span,
            value: Value::Call(Call { ludeme, args }),
        };
        let pass = at(Ludeme::Pass, vec![None]);
        let none = Node {
            span: description.game.span,
            value: Value::Array(Vec::new()),
        };
        let play = at(Ludeme::Play, vec![Some(pass)]);
        let rules = at(
            Ludeme::Rules,
            vec![
                None,
                None,
                Some(play),
                Some(at(Ludeme::End, vec![Some(none)])),
            ],
        );
        let rules = compiler.rules(&rules)?;
        Ok(assemble(compiler, String::new(), start, rules))
    }

    fn files(root: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(root) else {
            return;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                files(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }

    /// What the records and we have in common: where, what, how many, how high.
    fn spell(action: &Action) -> String {
        match action {
            Action::Add {
                at,
                what,
                count,
                state,
                rotation,
                value,
                level,
                stack,
            } => {
                let mut text = format!("Add:type={:?},to={}", at.kind, at.site);
                let mut put = |wanted: bool, name: &str, value: i32| {
                    if wanted {
                        text += &format!(",{name}={value}");
                    }
                };
                put(*level >= 0, "level", *level);
                put(true, "what", *what);
                put(*count > 1, "count", *count);
                put(*state >= 0, "state", *state);
                put(*rotation >= 0, "rotation", *rotation);
                put(*value >= 0, "value", *value);
                if *stack {
                    text += ",stack=true";
                }
                text
            }
            Action::SetCount { at, what, count } => {
                format!(
                    "SetCount:type={:?},to={},what={what},count={count}",
                    at.kind, at.site
                )
            }
            Action::SetScore { player, score, .. } => {
                format!("SetScore:player={player},score={score}")
            }
            Action::SetCost { at, cost } => {
                format!("SetCost:type={:?},to={},cost={cost}", at.kind, at.site)
            }
            Action::AddPlayerToTeam { team, player } => {
                format!("AddPlayerToTeam:team={team},player={player}")
            }
            Action::RememberValue { name, value } => {
                format!(
                    "RememberValue:name={},value={value}",
                    name.as_deref().unwrap_or("null")
                )
            }
            Action::SetHidden {
                at,
                level,
                data,
                who,
                hidden,
            } => {
                let data = match data {
                    crate::action::Hidden::All => String::new(),
                    other => format!("{other:?}"),
                };
                format!(
                    "SetHidden{data}:type={:?},to={},level={level},who={who},value={hidden}",
                    at.kind, at.site
                )
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn start_rules_place_what_the_trials_record() {
        let Ok(corpus) = std::env::var("LUDARIUM_CORPUS") else {
            println!("skipped: no corpus");
            return;
        };
        let corpus = Path::new(&corpus);
        let mut definitions = Vec::new();
        files(&corpus.join("def"), ".def", &mut definitions);
        let texts = definitions.iter().filter_map(|path| {
            Some((
                path.to_string_lossy().into_owned(),
                String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned(),
            ))
        });
        let definitions = Definitions::from_files(texts);
        let mut games = Vec::new();
        files(&corpus.join("lud"), ".lud", &mut games);
        games.sort();
        let (mut good, mut bad, mut all) = (0, Vec::new(), 0);
        let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in &games {
            let short = path
                .strip_prefix(corpus.join("lud"))
                .unwrap_or(path)
                .with_extension("");
            let name = short
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            all += 1;
            let text =
                String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
            let game = match lud::load(&name, &text, &definitions, &Choices::defaults()) {
                Ok(description) => set_up(&description)
                    .map_err(|error| format!("{}: {}", error.code, error.message)),
                Err(errors) => Err(format!("load: {errors}").chars().take(100).collect()),
            };
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    refused.entry(error).or_default().push(name);
                    continue;
                }
            };
            let trial = corpus
                .join("trials")
                .join(&short)
                .join("RandomTrial_0.txt.gz");
            let Ok(file) = std::fs::File::open(&trial) else {
                continue;
            };
            let mut record = String::new();
            if flate2::read::GzDecoder::new(file)
                .read_to_string(&mut record)
                .is_err()
            {
                continue;
            }
            let seed = record
                .lines()
                .find_map(|line| line.strip_prefix("RNG internal state="))
                .unwrap_or_default();
            let bytes: Vec<u8> = seed
                .split(',')
                .filter_map(|n| n.trim().parse::<i8>().ok())
                .map(|n| n as u8)
                .collect();
            let seed = bytes.try_into().map_or(0, u64::from_le_bytes);
            let (_, placements) = game.start_logged(&mut SplitMix64::new(seed));
            let ours: Vec<String> = placements
                .iter()
                .map(|list| list.iter().map(spell).collect::<Vec<_>>().join("],["))
                .collect();
            let theirs: Vec<String> = record
                .lines()
                .skip_while(|line| !line.starts_with("Move="))
                .take_while(|line| line.starts_with("Move=[Move:mover=0,"))
                .filter_map(|line| {
                    Some(
                        line.split_once("actions=[[")
                            .or(line.split_once("actions=["))?
                            .1
                            .trim_matches(['[', ']'])
                            .to_string(),
                    )
                })
                .collect();
            let numbered = record
                .lines()
                .find_map(|line| line.strip_prefix("numInitialPlacementMoves="))
                .and_then(|n| n.parse::<usize>().ok());
            let theirs = &theirs[..numbered.unwrap_or(theirs.len()).min(theirs.len())];
            if ours == theirs {
                good += 1;
            } else {
                let at = (0..).find(|&i| ours.get(i) != theirs.get(i)).unwrap_or(0);
                bad.push(format!(
                    "{name}: {}/{} at {at}: ours {:?} theirs {:?}",
                    ours.len(),
                    theirs.len(),
                    ours.get(at),
                    theirs.get(at)
                ));
            }
        }
        let mut refused: Vec<_> = refused.into_iter().collect();
        refused.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        for (error, names) in &refused {
            println!(
                "REFUSED {} {error} {:?}",
                names.len(),
                &names[..names.len().min(6)]
            );
        }
        for line in &bad {
            println!("BAD {line}");
        }
        println!("start: {good} of {all} as recorded, {} differ", bad.len());
        assert!(
            good * 10 >= all * 9,
            "nine of ten games are set up as recorded"
        );
    }
}
