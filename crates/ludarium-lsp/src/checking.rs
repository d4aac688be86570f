//! The threads that check texts: the language of each at once, and then the rules of the newest.

use crossbeam_channel::{Receiver, Sender};
use lsp_types::Uri;

use crate::check::{check, check_definitions, check_language, Checked};
use crate::files::file_of;
use crate::Surroundings;

/// A text to be checked.
pub(crate) struct Job {
    pub uri: Uri,
    pub version: i32,
    pub text: String,
}

impl Job {
    pub fn check(&self, stage: Stage, surroundings: &Surroundings) -> Done {
        let name = file_of(&self.uri);
        let Surroundings {
            definitions, games, ..
        } = surroundings;
        let checked = match stage {
            _ if name.ends_with(".def") => check_definitions(&name, &self.text),
            Stage::Language => check_language(&name, &self.text, definitions),
            Stage::Rules => check(&name, &self.text, definitions, games),
        };
        Done {
            uri: self.uri.clone(),
            version: self.version,
            stage,
            checked,
        }
    }
}

/// How far a text was checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Language,
    Rules,
}

/// What the check of a text found.
pub(crate) struct Done {
    pub uri: Uri,
    pub version: i32,
    pub stage: Stage,
    pub checked: Checked,
}

/// Checks the texts that come, of each document only the newest, and hands them on, until nobody
/// takes what is found.
pub(crate) fn check_newest(
    jobs: &Receiver<Job>,
    check: impl Fn(&Job) -> Done,
    done: &Sender<Done>,
    hand_on: impl Fn(Job) -> bool,
) {
    while let Ok(first) = jobs.recv() {
        for job in newest_since(first, jobs) {
            if done.send(check(&job)).is_err() || !hand_on(job) {
                return;
            }
        }
    }
}

/// The texts that wait, of each document only the newest; `None` if none waits.
pub(crate) fn newest(jobs: &Receiver<Job>) -> Option<Vec<Job>> {
    let first = jobs.try_recv().ok()?;
    Some(newest_since(first, jobs))
}

fn newest_since(first: Job, jobs: &Receiver<Job>) -> Vec<Job> {
    let mut waiting = vec![first];
    for job in jobs.try_iter() {
        waiting.retain(|older| older.uri != job.uri);
        waiting.push(job);
    }
    waiting
}
