//! Markdown as HTML.

use pulldown_cmark::{html, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

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
    written(events)
}

/// The HTML of a generated page of the reference: links lead to the pages of the portal, and the
/// games that a page names are links.
#[must_use]
pub fn reference(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let events = Parser::new_ext(markdown, options).flat_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let dest_url = dest_url.replace(".md", "");
            let dest_url = match dest_url.starts_with("http") {
                true => dest_url.into(),
                false => format!("/ludemes/{dest_url}").into(),
            };
            vec![Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            })]
        }
        Event::Html(_) => Vec::new(),
        Event::Text(text) if text.starts_with(USED_BY) => with_links(&text),
        event => vec![event],
    });
    written(events)
}

/// How the list of the games that use a ludeme begins.
const USED_BY: &str = "Used by ";

/// The text of a list of games, each with a link to its page.
fn with_links(text: &str) -> Vec<Event<'static>> {
    let (names, stop) = match text[USED_BY.len()..].strip_suffix('.') {
        Some(names) => (names, "."),
        None => (&text[USED_BY.len()..], ""),
    };
    let said = |text: &str| Event::Text(CowStr::from(text.to_owned()));
    let mut events = vec![said(USED_BY)];
    for (index, name) in names.split(", ").enumerate() {
        if index > 0 {
            events.push(said(", "));
        }
        let game = ludarium_games::entries()
            .iter()
            .find(|entry| entry.slug == name);
        let Some(game) = game else {
            events.push(said(name));
            continue;
        };
        events.push(Event::Start(Tag::Link {
            link_type: LinkType::Inline,
            dest_url: format!("/games/{}", game.slug).into(),
            title: CowStr::Borrowed(""),
            id: CowStr::Borrowed(""),
        }));
        events.push(said(game.name()));
        events.push(Event::End(TagEnd::Link));
    }
    events.push(said(stop));
    events
}

fn written<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
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

    #[test]
    fn links_of_the_reference_lead_to_pages_of_the_portal() {
        let page =
            reference("## move {#move}\n\n[x](words.md#a)\n\nUsed by oware, nothing-known.\n");
        assert!(page.contains("<h2 id=\"move\">"), "{page}");
        assert!(page.contains("href=\"/ludemes/words#a\""), "{page}");
        assert!(page.contains("href=\"/games/oware\""), "{page}");
        assert!(page.contains(", nothing-known."), "{page}");
    }
}
