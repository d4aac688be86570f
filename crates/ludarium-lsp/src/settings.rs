//! What an editor may set.

use serde::Deserialize;
use serde_json::Value;

use crate::HintSettings;

/// The name of the settings among those of an editor.
const SECTION: &str = "ludarium";

/// The settings of the server. What an editor does not name is as by default; what the server does
/// not know, such as the path of the program, is the editor's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    pub inlay_hints: HintSettings,
}

impl Settings {
    /// The settings in what an editor sends: alone, or as one section of all settings.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(sent: &Value) -> Result<Settings, String> {
        let own = sent.get(SECTION).unwrap_or(sent);
        if own.is_null() {
            return Ok(Settings::default());
        }
        Settings::deserialize(own).map_err(|error| format!("settings of {SECTION}: {error}"))
    }
}
