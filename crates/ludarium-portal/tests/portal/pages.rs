//! The pages that are read.

use std::collections::BTreeSet;

use axum::http::{header, StatusCode};

use crate::{get, portal, Answer};

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_library_can_be_read() {
    let portal = portal(None).await;
    let list = get(&portal, "/api/games").await.json();
    let cards = list.as_array().expect("a list");
    assert!(cards.len() > 180, "{}", cards.len());
    for card in cards {
        let slug = card["slug"].as_str().expect("a slug");
        let page = get(&portal, &format!("/games/{slug}")).await;
        assert_eq!(page.status, StatusCode::OK, "{slug}");
        assert!(page.text.contains("<h2 id=\"sources\">"), "{slug}");
        assert_eq!(
            page.text.contains("action=\"/play\""),
            card["playable"] == true,
            "{slug}"
        );
        let board = get(&portal, &format!("/games/{slug}/board.svg")).await;
        assert_eq!(
            board.status == StatusCode::OK,
            card["playable"] == true,
            "{slug}"
        );
    }
    // Another name of a game leads to its page too.
    assert_eq!(get(&portal, "/games/weiqi").await.status, StatusCode::OK);
    for path in [
        "/nothing",
        "/games/nothing",
        "/play/nothing",
        "/assets/nothing",
    ] {
        assert_eq!(
            get(&portal, path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

/// The addresses of this server that a page links to or shows, without places on the page.
fn addresses(page: &str) -> BTreeSet<String> {
    let marked = ["href=\"", "src=\""];
    let found = marked.iter().flat_map(|mark| page.split(mark).skip(1));
    let addresses = found.filter_map(|rest| rest.split('"').next());
    addresses
        .filter(|address| address.starts_with('/'))
        .map(|address| address.split('#').next().unwrap_or(address))
        .map(|address| address.replace("&#38;", "&").replace("&amp;", "&"))
        .collect()
}

/// The kinds of addresses of which pages have too many to follow all: one on each page is followed.
fn is_one_of_many(address: &str) -> bool {
    address.contains("/records/") || address.contains("/piece/") || address.contains("/evidence/")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_and_picture_leads_somewhere() {
    let portal = portal(None).await;
    let mut known: BTreeSet<String> = BTreeSet::from(["/".to_owned()]);
    let mut open: Vec<(String, String)> = vec![("/".to_owned(), String::new())];
    let mut pages = 0;
    while let Some((path, from)) = open.pop() {
        let page = get(&portal, &path).await;
        // Where the others move first in a puzzle, its address leads to the one after their move.
        let leads_on = path.starts_with("/puzzles/") && page.status == StatusCode::SEE_OTHER;
        assert!(
            page.status == StatusCode::OK || leads_on,
            "{path}, linked by {from}: {}",
            page.status
        );
        pages += 1;
        if !page.header(header::CONTENT_TYPE).starts_with("text/html") {
            continue;
        }
        let mut many = 0;
        for address in addresses(&page.text) {
            // Each of these takes a second or two.
            if address.contains("/statistics") && !address.contains("/tic-tac-toe/") {
                continue;
            }
            // Of the steps of a construction or a solution, the first stands for all.
            let steps = address.contains("step=") || address.contains("/solution/");
            if steps && !address.ends_with("step=1") && !address.ends_with("/0") {
                continue;
            }
            many += usize::from(is_one_of_many(&address));
            if (!is_one_of_many(&address) || many <= 1) && known.insert(address.clone()) {
                open.push((address, path.clone()));
            }
        }
    }
    for part in [
        "/puzzles/falkener-dilaram/mate",
        "/constructions/knights-tour",
        "/map",
        "/concepts/dice",
        "/ludemes/moves",
        "/sources",
        "/export/games.json",
    ] {
        assert!(known.contains(part), "no link leads to {part}");
    }
    assert!(pages > 1000, "{pages}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_readings_of_an_address_change_the_page_of_a_game() {
    let portal = portal(None).await;
    let page = |path: &'static str| {
        let portal = portal.clone();
        async move { get(&portal, path).await }
    };
    let own = "/games/gollon-shatranj?reading:Bare+king=Immediate+loss";
    let (plain, read) = (page("/games/gollon-shatranj").await, page(own).await);
    assert_eq!(
        (plain.status, read.status),
        (StatusCode::OK, StatusCode::OK)
    );
    assert!(!plain.text.contains("(chosen)"));
    assert!(read.text.contains("(chosen)"));
    assert!(
        read.text.contains("board.svg?reading"),
        "the pictures follow"
    );
    let wrong = page("/games/gollon-shatranj?reading:Bare+king=Nonsense").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.text.contains("Nonsense"), "{}", wrong.text);
}

/// Gollon prints a game of shatranj; its first move is e2-e3 in the record.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_can_be_stepped_through() {
    let portal = portal(None).await;
    let entry = ludarium_games::entries()
        .iter()
        .find(|entry| entry.slug == "gollon-shatranj")
        .expect("a game");
    let (file, text) = entry.records[0];
    let name = file.trim_end_matches(".txt");
    let record = ludarium_notation::Record::parse(text);
    let path = |ply: usize| format!("/games/gollon-shatranj/records/{name}/1/{ply}");
    let start = get(&portal, &format!("/games/gollon-shatranj/records/{name}")).await;
    assert!(start.text.contains(&format!("href=\"{}\"", path(1))));
    let last = record.lines.len();
    let end = get(&portal, &path(last)).await;
    assert_eq!(end.status, StatusCode::OK);
    assert!(!end.text.contains("rel=\"next\"") && end.text.contains("rel=\"prev\""));
    assert_eq!(
        get(&portal, &path(last + 1)).await.status,
        StatusCode::NOT_FOUND
    );
    let picture = |ply| format!("/games/gollon-shatranj/records/{name}/1/picture/{ply}.svg");
    let (first, second) = (
        get(&portal, &picture(0)).await,
        get(&portal, &picture(1)).await,
    );
    assert_eq!(
        (first.status, second.status),
        (StatusCode::OK, StatusCode::OK)
    );
    assert_ne!(first.text, second.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_shows_the_finds_of_its_years() {
    let portal = portal(None).await;
    let all = get(&portal, "/map").await;
    let old = get(&portal, "/map?to=-1000").await;
    let rows = |page: &Answer| page.text.matches("<tr id=\"find-").count();
    let finds = ludarium_games::evidence::all();
    assert_eq!(rows(&all), finds.len());
    // All that is dated, and begins before the year.
    let expected = finds
        .iter()
        .filter(|find| find.years.is_some_and(|years| years.first <= -1000));
    assert_eq!(rows(&old), expected.count());
    assert!(rows(&old) > 0 && rows(&old) < rows(&all));
    // Each mark leads to a row.
    for mark in all.text.split("href=\"#").skip(1) {
        let id = mark.split('"').next().expect("an id");
        assert!(all.text.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_games_show_length_and_balance() {
    let portal = portal(None).await;
    let page = get(&portal, "/games/tic-tac-toe/statistics").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text.contains("1000 games were played"),
        "{}",
        page.text
    );
    // Of all random games, 58.5 % are won by the first player, 28.8 % by the second.
    let shares: Vec<&str> = page
        .text
        .split("<td>")
        .filter_map(|cell| Some(cell.split_once(" %</td>")?.0))
        .collect();
    for (text, share) in shares.iter().zip([58.5, 28.8, 12.7]) {
        let (low, high) = text.split_once(" to ").expect("an interval");
        let (low, high): (f64, f64) = (low.parse().unwrap(), high.parse().unwrap());
        assert!(low <= share + 1.0 && share - 1.0 <= high, "{text}: {share}");
    }
    assert_eq!(shares.len(), 3);
    let lost = get(&portal, "/games/nothing/statistics").await;
    assert_eq!(lost.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_games_and_evidence_can_be_exported() {
    let portal = portal(None).await;
    let games = get(&portal, "/export/games.json").await.json();
    assert_eq!(
        games.as_array().map(Vec::len),
        Some(ludarium_games::entries().len())
    );
    let finds = ludarium_games::evidence::all().len();
    let json = get(&portal, "/export/evidence.json").await.json();
    assert_eq!(json.as_array().map(Vec::len), Some(finds));
    let points = get(&portal, "/export/evidence.geojson").await.json();
    assert_eq!(points["features"].as_array().map(Vec::len), Some(finds));
    let sources = get(&portal, "/export/sources.bib").await;
    assert!(sources.text.starts_with('@'));
    assert!(sources
        .header(header::CONTENT_DISPOSITION)
        .contains("sources.bib"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_filtered_by_its_address() {
    let portal = portal(None).await;
    let names = |text: &str| text.matches("class=\"card\"").count();
    let four = get(&portal, "/games?players=4&family=chess").await.text;
    assert!(
        four.contains("Chaturaji") && !four.contains("Shatranj al-"),
        "{}",
        names(&four)
    );
    let sown = get(&portal, "/games?board=pits&luck=no-chance").await.text;
    assert!(sown.contains("Oware") && !sown.contains("href=\"/games/gollon-shatranj\""));
    let both = get(&portal, "/games?board=pits&has=slides").await.text;
    assert_eq!(names(&both), 0, "nothing slides on a board of pits");
    let none = get(&portal, "/games?q=zzzz").await.text;
    assert_eq!(names(&none), 0);
    let hostile = get(&portal, "/games?q=%3Cscript%3Ealert(1)%3C/script%3E")
        .await
        .text;
    assert!(
        !hostile.contains("<script>alert"),
        "what visitors write is escaped"
    );
}
