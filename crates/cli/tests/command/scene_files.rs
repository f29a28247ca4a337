//! Tests of scene scripts and scene documents.

mod building;
mod checking;
mod documents;
mod examples;
mod scripts;
mod trusting;
