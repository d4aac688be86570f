//! Tests of the table of ludemes through the public API.

use ludarium_lud::Ludeme;

#[test]
fn every_form_has_a_keyword_and_a_meaning() {
    for ludeme in Ludeme::all() {
        assert!(ludeme.pattern().starts_with(ludeme.keyword()), "{ludeme:?}");
        assert!(!ludeme.meaning().is_empty(), "{ludeme:?} has no meaning");
        assert!(!ludeme.sort().is_empty(), "{ludeme:?} has no type");
    }
}

#[test]
fn a_parameter_is_called_by_its_label_or_by_its_first_type() {
    assert_eq!(
        Ludeme::Track.parameters(),
        ["string", "ints", "loop", "int", "directed"]
    );
    assert_eq!(Ludeme::Component.parameters()[2], "stepTypess");
    assert_eq!(Ludeme::Component.parameters()[5..], ["int", "int2", "int3"]);
    assert_eq!(
        Ludeme::MoveSwapPlayers.parameters(),
        ["int", "int2", "then"]
    );
    assert_eq!(Ludeme::ForgetValueAll.parameters(), ["string", "then"]);
    assert_eq!(
        Ludeme::EndForEach.parameters(),
        ["roleType", "if", "result"]
    );
    assert_eq!(Ludeme::Piece.parameter("maxCount"), Some(6));
    assert_eq!(Ludeme::Piece.parameter("colour"), None);
}

#[test]
fn no_form_has_two_parameters_of_one_name() {
    for ludeme in Ludeme::all() {
        let mut names = ludeme.parameters();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ludeme.parameters().len(), "{ludeme:?}");
    }
}
