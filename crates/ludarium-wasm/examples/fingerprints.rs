//! The fingerprints of all games, one in a line: what the WebAssembly module is compared with.

use ludarium_table::{Rules, RulesId};
use ludarium_wasm::fingerprint;

fn main() {
    for entry in ludarium::games::games() {
        let id = RulesId {
            game: entry.slug.to_owned(),
            readings: Vec::new(),
        };
        match Rules::load(&id) {
            Ok(rules) => println!("{} {}", entry.slug, fingerprint(rules.game())),
            Err(error) => eprintln!("{}: {error}", entry.slug),
        }
    }
}
