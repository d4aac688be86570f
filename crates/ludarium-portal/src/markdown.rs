//! Markdown as HTML.

use pulldown_cmark::{html, CowStr, Event, Options, Parser, Tag, TagEnd};

/// The HTML of a text in Markdown. HTML in the text is shown as it is written, never carried out.
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
}
