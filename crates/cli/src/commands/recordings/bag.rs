//! `morse bag`: shows the contents of a recording, and exports its channels.

mod export;
mod info;

use crate::arguments::BagCommand;
use crate::failure::Failure;

/// Executes a subcommand.
pub fn bag(command: &BagCommand) -> Result<(), Failure> {
    match command {
        BagCommand::Info(arguments) => info::info(arguments),
        BagCommand::Export(arguments) => export::export(arguments),
    }
}
