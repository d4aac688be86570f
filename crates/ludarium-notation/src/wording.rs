//! What players, throws, counters and phases of a game are called.

use ludarium_engine::{Game, State};
use ludarium_games::{announces_sites, About, DisplayNames, Loaded, ThrowValues};

/// The names of one game's players, throws, counters and phases.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// The names that the game's `about.toml` gives.
    pub table: DisplayNames,
    counting: ThrowValues,
    /// Whether the numbers that the game announces are those of sites.
    pub(crate) announces_sites: bool,
}

impl Wording {
    /// The names for a game; `about` is what the library knows about a built-in game.
    #[must_use]
    pub fn new(loaded: &Loaded, about: Option<&About>) -> Wording {
        let table = about.map(|about| about.table.clone());
        Wording {
            table: table.unwrap_or_default(),
            counting: ThrowValues::of(&loaded.description, &loaded.game),
            announces_sites: announces_sites(&loaded.description),
        }
    }

    /// The name of a player: `South`, `Player 2`.
    #[must_use]
    pub fn player(&self, player: usize) -> String {
        self.table.player(player)
    }

    /// What a player does that has won: `wins`, or `win` where the name is a plural (`Defenders`).
    #[must_use]
    pub fn wins(&self, player: usize) -> &'static str {
        self.verb(player, "wins")
    }

    /// A verb in the form that goes with the name of a player, from the form of the singular:
    /// `throws`, or `throw` where the name is a plural (`Reels`).
    #[must_use]
    pub fn verb(&self, player: usize, singular: &'static str) -> &'static str {
        Wording::verb_of(&self.player(player), singular)
    }

    /// Whether the name of a player is a plural (`Defenders`).
    #[must_use]
    pub fn is_plural(&self, player: usize) -> bool {
        is_plural(&self.player(player))
    }

    /// The name of a player in the possessive: `South's`, `Defenders'`.
    #[must_use]
    pub fn possessive(&self, player: usize) -> String {
        match self.is_plural(player) {
            true => format!("{}'", self.player(player)),
            false => format!("{}'s", self.player(player)),
        }
    }

    /// The same for a name.
    #[must_use]
    pub fn verb_of(name: &str, singular: &'static str) -> &'static str {
        match is_plural(name) {
            true => singular.strip_suffix('s').unwrap_or(singular),
            false => singular,
        }
    }

    /// The owner of a piece in the possessive: `Nobody's` for a neutral piece, `Everybody's` for a
    /// shared one, else the player's name.
    #[must_use]
    pub fn owner(&self, game: &Game, owner: usize) -> String {
        match owner {
            0 => "Nobody's".to_owned(),
            owner if owner > game.players() => "Everybody's".to_owned(),
            owner => self.player(owner),
        }
    }

    /// The throw on the table: `1, tab (0 1 0 0)`, `5 2`. Of dice that are played one by one only
    /// those left are named; `None` where no throw is left.
    #[must_use]
    pub fn throw(&self, game: &Game, state: &State) -> Option<String> {
        let dice = state.dice();
        if dice.is_empty() {
            return None;
        }
        let mut faces = game
            .components()
            .iter()
            .filter_map(|kind| kind.die.as_ref());
        let blank = faces.any(|faces| faces.contains(&0));
        let lie = |value: &i32| match value {
            0 if !blank => "-".to_owned(),
            value => value.to_string(),
        };
        if let Some(thrown) = self.fewer_thrown(game, state, dice.len()) {
            let lie: Vec<String> = dice[..thrown].iter().map(i32::to_string).collect();
            let counts: i32 = dice[..thrown].iter().sum();
            return Some(format!("{counts} ({})", lie.join(" ")));
        }
        let Some(counts) = self.counting.value(&dice) else {
            let each = dice.iter().map(|value| match self.table.throw(*value) {
                Some(name) => format!("{} {name}", lie(value)),
                None => lie(value),
            });
            let each: Vec<String> = each.collect();
            let between = if each.iter().any(|one| one.contains(' ')) {
                ", "
            } else {
                " "
            };
            let left = blank || dice.iter().any(|value| *value != 0);
            return left.then(|| each.join(between));
        };
        let counted = match self.table.throw(dice.iter().sum()) {
            Some(name) => format!("{counts}, {name}"),
            None => counts.to_string(),
        };
        let lie: Vec<String> = dice.iter().map(lie).collect();
        let lie = lie.join(" ");
        Some(match dice.len() {
            1 if counted == lie => counted,
            _ => format!("{counted} ({lie})"),
        })
    }

    /// The number of dice thrown, where the rules throw fewer than all.
    fn fewer_thrown(&self, game: &Game, state: &State, all: usize) -> Option<usize> {
        let told = self.table.thrown.as_ref()?;
        let mut variables = game.variables(state);
        let value = variables.find_map(|(name, value)| (name == told).then_some(value)?)?;
        usize::try_from(value)
            .ok()
            .filter(|thrown| (1..all).contains(thrown))
    }

    /// Whether each die is played by itself, so that the dice left of a throw belong to the mover.
    #[must_use]
    pub fn dice_are_played_singly(&self, state: &State) -> bool {
        self.counting.value(&state.dice()).is_none()
    }

    /// What the rules count besides the pieces, one line for each counter.
    #[must_use]
    pub fn counters(&self, game: &Game, state: &State) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, values) in game.remembered(state) {
            if let (Some(told), false) = (self.table.lists.get(name), values.is_empty()) {
                let values: Vec<String> = values.iter().map(i32::to_string).collect();
                lines.push(format!("{told}: {}", values.join(" ")));
            }
        }
        for (name, value) in game.variables(state) {
            if let (Some(told), Some(value @ 1..)) = (self.table.counters.get(name), value) {
                lines.push(format!("{told}: {value}"));
            }
        }
        if let Some(told) = &self.table.kept {
            let players = 1..=game.players();
            let kept = players.filter_map(|player| match game.player_value(state, player) {
                Some(value @ 1..) => Some(format!("{} {value}", self.player(player))),
                _ => None,
            });
            let kept: Vec<String> = kept.collect();
            if !kept.is_empty() {
                lines.push(format!("{told}: {}", kept.join(", ")));
            }
        }
        lines
    }

    /// The name of the mover's phase of play; `None` where the game has only one.
    #[must_use]
    pub fn phase<'a>(&'a self, game: &'a Game, state: &State) -> Option<&'a str> {
        let phase = game.phase(state, state.mover());
        match self.table.phases.get(phase) {
            Some(told) => Some(told),
            // Where `about.toml` names phases, the others need no name.
            None if !self.table.phases.is_empty() => None,
            None => (game.phases().count() > 1 && !phase.is_empty()).then_some(phase),
        }
    }
}

fn is_plural(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_engine::SplitMix64;

    fn loaded(name: &str) -> (Loaded, Wording) {
        let entry = ludarium_games::find(name).unwrap();
        let loaded = ludarium_games::load(entry, &[]).unwrap();
        let wording = Wording::new(&loaded, Some(&entry.about));
        (loaded, wording)
    }

    #[test]
    fn a_throw_of_sticks_is_shown_by_its_value_and_faces() {
        let (loaded, wording) = loaded("bgs-tab-egypt");
        let game = &loaded.game;
        let mut seen = Vec::new();
        for seed in 0..60 {
            let state = game.start(&mut SplitMix64::new(seed));
            assert!(game.dice_just_rolled(&state));
            seen.extend(wording.throw(game, &state));
        }
        // Lane, Manners and Customs (1860), p. 347: one white side up is a tab; none counts six.
        assert!(seen.contains(&"1, tab (0 1 0 0)".to_owned()), "{seen:?}");
        assert!(
            seen.iter().any(|told| told.starts_with("2, itneyn (")),
            "{seen:?}"
        );
        assert!(seen.contains(&"6, sitteh (0 0 0 0)".to_owned()), "{seen:?}");
        assert_eq!([wording.player(1), wording.player(2)], ["South", "North"]);
    }

    #[test]
    fn players_with_a_name_in_the_plural_win_together() {
        for (game, verbs) in [
            ("brandubh", ["win", "win"]),
            ("tic-tac-toe", ["wins", "wins"]),
        ] {
            let (_, wording) = loaded(game);
            assert_eq!([1, 2].map(|player| wording.wins(player)), verbs, "{game}");
        }
    }

    #[test]
    fn a_throw_with_fewer_sticks_shows_only_those() {
        // In Deleb a freed piece runs the points of three sticks, then of two (Depaulis, Board
        // Games Studies 4 (2001), pp. 64-65). The points played are those shown.
        let (loaded, wording) = loaded("bgs-deleb");
        let game = &loaded.game;
        let mut sticks = Vec::new();
        for seed in 0..60 {
            let chance = &mut SplitMix64::new(seed);
            let (mut state, mut legal) = (game.start(chance), Vec::new());
            for _ in 0..40 {
                legal.clear();
                game.legal(&mut state, &mut legal);
                let told = wording.throw(game, &state).unwrap();
                let (points, lie) = told.split_once(" (").unwrap();
                let lie = lie.trim_end_matches(')').split(' ').count();
                if let ([mv], true) = (legal.as_slice(), lie < 4) {
                    let steps = (mv.target() - mv.origin()).abs().to_string();
                    assert!(
                        game.is_pass(*mv) || steps == points || mv.target() >= 12,
                        "{told}: {mv:?}"
                    );
                    sticks.push(lie);
                }
                let Some(mv) = legal.first() else { break };
                game.apply(&mut state, *mv, chance);
            }
        }
        assert!(sticks.contains(&3) && sticks.contains(&2), "{sticks:?}");
    }

    #[test]
    fn dice_that_are_played_one_by_one_are_shown_one_by_one() {
        let (loaded, wording) = loaded("bgs-daldos");
        let game = &loaded.game;
        let state = game.start(&mut SplitMix64::new(1));
        assert_eq!(state.dice().len(), 2);
        let told = wording.throw(game, &state).unwrap();
        // Østergaard and Gaston, Board Games Studies 4 (2001), p. 17: the one is called dal.
        let shown = state.dice().into_iter().map(|value| match value {
            1 => "1 dal".to_owned(),
            value => value.to_string(),
        });
        let shown: Vec<String> = shown.collect();
        assert_eq!(told.replace(',', ""), shown.join(" "));
        assert_eq!(wording.phase(game, &state), Some("throwing for who begins"));
    }
}
