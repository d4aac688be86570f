//! Markdown as HTML.

use pulldown_cmark::{html, CowStr, Event, Options, Parser, Tag, TagEnd};

/// The HTML of a text in Markdown. HTML in the text is shown as it is written, never carried out.
/// Headings are one level lower than in the text, whose title is the title of the page.
#[must_use]
pub fn html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        // The texts of the library cite by page; links and pictures are left out, their words stay.
        Event::Start(Tag::Link { .. } | Tag::Image { .. })
        | Event::End(TagEnd::Link | TagEnd::Image) => Event::Text(CowStr::Borrowed("")),
        event => event,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// The part of a `rules.md` that is shown: without its title, and without its list of readings,
/// which the page has from the data.
#[must_use]
pub fn rules(text: &str) -> String {
    let mut shown = String::new();
    let mut readings = false;
    for line in text.lines().filter(|line| !line.starts_with("# ")) {
        if line.starts_with("## ") {
            readings = line == "## Readings";
        }
        if !readings {
            // One level lower: the page has a title and sections of its own.
            let deeper = if line.starts_with("##") { "#" } else { "" };
            shown.push_str(&format!("{deeper}{line}\n"));
        }
    }
    html(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_in_a_text_is_shown_and_not_carried_out() {
        let page = html("a <script>alert(1)</script> b\n\n[x](javascript:alert(1)) ![y](z)");
        assert!(page.contains("&lt;script&gt;"), "{page}");
        assert!(
            !page.contains("javascript:") && !page.contains("<img"),
            "{page}"
        );
    }

    #[test]
    fn the_title_and_the_readings_are_left_out() {
        let page = rules("# Chess\n\n## Moves\n\none\n\n## Readings\n\ntwo\n\n## End\n\nthree\n");
        assert!(
            page.contains("<h3>Moves</h3>") && page.contains("three"),
            "{page}"
        );
        assert!(!page.contains("two") && !page.contains("Chess"), "{page}");
    }
}
