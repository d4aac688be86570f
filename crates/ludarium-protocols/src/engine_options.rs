//! The options of our player that GUIs can set.

use ludarium_agents::{AgentSpec, Resources};

/// An option whose value is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spin {
    /// The memory for positions, in mebibytes.
    Hash,
    /// The threads of a tree search.
    Threads,
    /// The number of best moves that the search tells.
    MultiPv,
    /// The strength, from [`MIN_SKILL`] to [`MAX_SKILL`], at which the player is not held back.
    SkillLevel,
}

/// The range of skill levels, as in other UCI engines.
const MIN_SKILL: u64 = 0;
const MAX_SKILL: u64 = 20;

impl Spin {
    pub const ALL: [Spin; 4] = [Spin::Hash, Spin::Threads, Spin::MultiPv, Spin::SkillLevel];

    /// The name in UCI.
    pub fn name(self) -> &'static str {
        match self {
            Spin::Hash => "Hash",
            Spin::Threads => "Threads",
            Spin::MultiPv => "MultiPV",
            Spin::SkillLevel => "Skill Level",
        }
    }

    /// The option that a name means, whatever its case and its spaces: the names of USI
    /// (`USI_Hash`) and UCCI (`hashsize`) have none.
    pub fn named(name: &str) -> Option<Spin> {
        let name: String = name.split([' ', '_']).collect();
        Some(match name.to_lowercase().as_str() {
            "hash" | "usihash" | "hashsize" => Spin::Hash,
            "threads" | "cores" => Spin::Threads,
            "multipv" | "usimultipv" => Spin::MultiPv,
            "skilllevel" => Spin::SkillLevel,
            _ => return None,
        })
    }

    /// The least and the greatest value.
    pub fn range(self) -> (u64, u64) {
        match self {
            Spin::Hash => (1, 4_096),
            Spin::Threads => (1, 256),
            Spin::MultiPv => (1, 256),
            Spin::SkillLevel => (MIN_SKILL, MAX_SKILL),
        }
    }
}

/// The options of our player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineOptions {
    hash: u64,
    threads: u64,
    multi_pv: u64,
    skill_level: u64,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            skill_level: MAX_SKILL,
        }
    }
}

impl EngineOptions {
    pub fn get(&self, option: Spin) -> u64 {
        match option {
            Spin::Hash => self.hash,
            Spin::Threads => self.threads,
            Spin::MultiPv => self.multi_pv,
            Spin::SkillLevel => self.skill_level,
        }
    }

    /// Sets an option, to the next value in its range.
    pub fn set(&mut self, option: Spin, value: u64) {
        let (least, greatest) = option.range();
        let value = value.clamp(least, greatest);
        match option {
            Spin::Hash => self.hash = value,
            Spin::Threads => self.threads = value,
            Spin::MultiPv => self.multi_pv = value,
            Spin::SkillLevel => self.skill_level = value,
        }
    }

    /// The number of best moves that the search tells.
    pub fn lines(&self) -> usize {
        self.multi_pv as usize
    }

    pub fn resources(&self) -> Resources {
        let usual = EngineOptions::default().hash;
        Resources {
            threads: self.threads as usize,
            lines: self.lines(),
            memory: (self.hash != usual).then_some((self.hash as usize) << 20),
        }
    }

    /// The agent that plays, if `kind` plays without these options: below the highest skill level,
    /// one of the levels for people.
    pub fn agent(&self, kind: AgentSpec) -> AgentSpec {
        match self.skill_level {
            MAX_SKILL => kind,
            skill => {
                let levels = u64::from(AgentSpec::MAX_LEVEL - 1);
                AgentSpec::Level(1 + (skill * levels / MAX_SKILL) as u8)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_levels_are_the_levels_for_people_in_order() {
        let agent = |skill: u64| {
            let mut options = EngineOptions::default();
            options.set(Spin::SkillLevel, skill);
            options.agent(AgentSpec::Auto)
        };
        let levels: Vec<AgentSpec> = (0..20).map(agent).collect();
        assert!(levels.is_sorted());
        assert_eq!(levels[0], AgentSpec::Level(1));
        assert_eq!(levels[19], AgentSpec::Level(9));
        assert_eq!([agent(20), agent(99)], [AgentSpec::Auto; 2]);
    }

    #[test]
    fn options_have_their_names_in_every_protocol() {
        for option in Spin::ALL {
            assert_eq!(Spin::named(option.name()), Some(option));
            assert_eq!(Spin::named(&option.name().replace(' ', "_")), Some(option));
        }
        assert_eq!(Spin::named("USI_Hash"), Some(Spin::Hash));
        assert_eq!(Spin::named("hashsize"), Some(Spin::Hash));
        assert_eq!(Spin::named("Ponder"), None);
    }
}
