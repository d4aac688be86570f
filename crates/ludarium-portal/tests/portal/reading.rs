//! Puzzles, constructions, lengths and boards in frames.

use axum::http::{header, StatusCode};

use crate::{get, portal};

/// The address that a redirection leads to.
async fn redirected(portal: &ludarium_portal::Portal, path: &str) -> String {
    let answer = get(portal, path).await;
    assert_eq!(
        answer.status,
        StatusCode::SEE_OTHER,
        "{path}: {}",
        answer.text
    );
    answer.header(header::LOCATION).to_owned()
}

/// Falkener, pp. 5-6: the moves of the mate, and the note that Black may interpose the rook.
#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_move_by_move() {
    let portal = portal(None).await;
    let own = "/puzzles/falkener-dilaram/mate";
    let list = get(&portal, "/puzzles").await;
    assert!(list.text.contains(&format!("href=\"{own}\"")));
    let start = get(&portal, own).await;
    assert!(
        start.text.contains("White wins within 6 moves"),
        "{}",
        start.text
    );
    assert!(start.text.contains("Falkener") && start.text.contains("p. 6"));
    // Gollon, p. 106: the black king has one move after each of White's but the right ones.
    let courier = "/puzzles/gollon-courier-chess/forced-mate?try=l3-j1";
    let wrong = get(&portal, courier).await;
    assert_eq!(wrong.status, StatusCode::OK);
    assert!(wrong.text.contains("Not this one") && wrong.text.contains("the answer is l8-l7"));
    let mut address = own.to_owned();
    for (mv, reply) in [
        ("h4-h8", "g8xh8"),
        ("h3-f5", "h8-g8"),
        ("h1-h8", "g8xh8"),
        ("g6-g7", "h8-g8"),
    ] {
        let separator = if address.contains('?') { '&' } else { '?' };
        address = redirected(&portal, &format!("{address}{separator}try={mv}")).await;
        assert!(address.ends_with(&format!("m={mv}&m={reply}")), "{address}");
    }
    let end = redirected(&portal, &format!("{address}&try=g4-h6")).await;
    let solved = get(&portal, &end).await;
    assert!(solved.text.contains("Solved.") && !solved.text.contains("id=\"try-form\""));
    let illegal = get(&portal, &format!("{own}?try=a1-a1")).await;
    assert_eq!(illegal.status, StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_solution_of_a_puzzle_is_stepped_through() {
    let portal = portal(None).await;
    let step = |ply: usize| format!("/puzzles/falkener-dilaram/mate/solution/{ply}");
    let start = get(&portal, &step(0)).await;
    assert!(start
        .text
        .contains(&format!("rel=\"next\" href=\"{}\"", step(1))));
    assert!(start
        .text
        .contains("/games/falkener-dilaram/records/falkener-dilaram-1"));
    let end = get(&portal, &step(9)).await;
    assert!(end.text.contains("White wins") && !end.text.contains("rel=\"next\""));
    assert_eq!(get(&portal, &step(10)).await.status, StatusCode::NOT_FOUND);
    let none = get(&portal, "/puzzles/falkener-dilaram/nothing").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}

/// Gollon's game ends in mate; before its last move it can be studied.
#[tokio::test(flavor = "multi_thread")]
async fn a_study_begins_in_the_middle_of_a_record() {
    let portal = portal(None).await;
    let at = |after: usize| {
        format!("/study/falkener-siamese-chess?record=falkener-siamese-chess-1/1&after={after}")
    };
    let last = get(&portal, &at(222)).await;
    assert!(last.text.contains("White to move"), "{}", last.text);
    assert!(get(&portal, &at(223)).await.text.contains("White wins"));
    assert_eq!(get(&portal, &at(224)).await.status, StatusCode::BAD_REQUEST);
    let page = "/games/falkener-siamese-chess/records/falkener-siamese-chess-1/1/222";
    assert!(get(&portal, page).await.text.contains("&amp;after=222"));
}

/// Falkener, p. 271: Agrippa's square of five, whose first number is below the middle.
#[tokio::test(flavor = "multi_thread")]
async fn a_construction_has_a_page_for_each_step() {
    let portal = portal(None).await;
    let own = "/constructions/odd-square-agrippa?order=5";
    let cells = |text: &str| {
        let cells = text.split("<td").skip(1);
        let texts = cells.filter_map(|cell| cell.split_once('>')?.1.split_once('<'));
        texts
            .map(|(number, _)| number.to_owned())
            .collect::<Vec<_>>()
    };
    let first = get(&portal, &format!("{own}&step=1")).await;
    let mut expected = vec![String::new(); 25];
    expected[17] = "1".to_owned();
    assert_eq!(cells(&first.text), expected);
    let done = get(&portal, own).await;
    assert_eq!(cells(&done.text)[..5], ["11", "24", "7", "20", "3"]);
    assert!(done.text.contains("magic square, constant 65"));
    let wrong = get(&portal, "/constructions/odd-square-agrippa?order=4").await;
    assert!(wrong.text.contains("role=\"alert\""), "{}", wrong.text);
    let far = get(&portal, &format!("{own}&step=26")).await;
    assert_eq!(far.status, StatusCode::NOT_FOUND);
    let game = get(&portal, "/games/falkener-odd-square-agrippa").await;
    assert!(game
        .text
        .contains("href=\"/constructions/odd-square-agrippa?step=1\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_filtered_and_sorted_by_length_and_complexity() {
    let portal = portal(None).await;
    let slugs = |text: &str| {
        let cards = text.split("<li class=\"card\">").skip(1);
        let links = cards.filter_map(|card| card.split_once("href=\"/games/")?.1.split_once('"'));
        links.map(|(slug, _)| slug.to_owned()).collect::<Vec<_>>()
    };
    let short = slugs(
        &get(&portal, "/games?length=short&family=classics")
            .await
            .text,
    );
    assert!(short.contains(&"tic-tac-toe".to_owned()), "{short:?}");
    assert!(!short.contains(&"go".to_owned()) && !short.contains(&"chess960".to_owned()));
    let large = slugs(
        &get(&portal, "/games?complexity=large&family=classics")
            .await
            .text,
    );
    assert!(large.contains(&"go".to_owned()) && !large.contains(&"tic-tac-toe".to_owned()));
    let sorted = slugs(
        &get(&portal, "/games?sort=complexity&family=classics")
            .await
            .text,
    );
    let place = |name: &str| sorted.iter().position(|slug| slug == name);
    assert!(place("tic-tac-toe") < place("connect-four"), "{sorted:?}");
    assert!(place("connect-four") < place("go"), "{sorted:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_embedded_board_may_be_framed() {
    let portal = portal(None).await;
    let policy = |path: &'static str| {
        let portal = portal.clone();
        async move {
            let answer = get(&portal, path).await;
            (
                answer.header(header::CONTENT_SECURITY_POLICY).to_owned(),
                answer,
            )
        }
    };
    let (own, page) = policy("/embed/gollon-shatranj?m=e2-e3").await;
    assert!(own.contains("frame-ancestors *") && own.contains("default-src 'self'"));
    assert!(page
        .text
        .contains("href=\"/study/gollon-shatranj?m=e2-e3\""));
    for path in [
        "/",
        "/study/gollon-shatranj",
        "/games/gollon-shatranj",
        "/embed/nothing",
    ] {
        assert!(
            policy(path).await.0.contains("frame-ancestors 'none'"),
            "{path}"
        );
    }
    let (_, game) = policy("/games/gollon-shatranj").await;
    assert!(
        game.text.contains("/embed/gollon-shatranj&quot;"),
        "the game's page has the snippet"
    );
}
