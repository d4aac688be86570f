//! Engine protocols for the games of Ludarium.
