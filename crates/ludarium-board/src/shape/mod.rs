//! The shapes of boards.

pub(crate) mod boardless;
pub(crate) mod brick;
pub(crate) mod celtic;
pub(crate) mod concentric;
pub(crate) mod faces;
pub(crate) mod hex;
pub(crate) mod mancala;
pub(crate) mod outline;
pub(crate) mod points;
pub(crate) mod quadhex;
pub(crate) mod simple;
pub(crate) mod square;
pub(crate) mod surakarta;
pub(crate) mod tiling;
pub(crate) mod tri;
