//! All integration tests of this crate in one program: linking costs more than most of them take.

mod book;
mod captures;
mod doubles;
mod family;
mod features;
mod openings;
mod powers;
mod reference;
mod rollouts;
mod set_up;
mod source_audit;
mod throw_odds;
