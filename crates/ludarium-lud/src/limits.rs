//! How large a description may be.

/// How large a description may be, as text and once definitions and options are put in.
///
/// The defaults suit a program that loads files of its user. A server that loads texts of strangers
/// should set lower ones:
///
/// ```
/// use ludarium_lud::{load_with_limits, Choices, Definitions, DescriptionLimits};
///
/// let mut limits = DescriptionLimits::default();
/// limits.nodes = 1_000;
/// let text = r#"
///     (define "Many" "Two" "Two" "Two" "Two")
///     (define "Two" {1..200} {1..200})
///     (game "Large" "Many")"#;
/// let (definitions, choices) = (Definitions::none(), Choices::defaults());
/// let loaded = load_with_limits("large.lud", text, &definitions, &choices, &limits);
/// assert_eq!(loaded.unwrap_err().diagnostics[0].code, "too-large");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DescriptionLimits {
    /// The length of the text in bytes. The largest description in use has 400,000.
    pub bytes: usize,
    /// The number of nodes of the expanded tree: nested definitions that double themselves could
    /// grow without end. The largest description in use has 60,000. Options may add half of them.
    pub nodes: usize,
}

impl Default for DescriptionLimits {
    /// 64 MiB of text, 2,000,000 nodes.
    fn default() -> Self {
        DescriptionLimits {
            bytes: 64 << 20,
            nodes: 2_000_000,
        }
    }
}
