//! `morse bag`: what is in a recording, and its channels in other formats.

mod export;
mod info;

use crate::arguments::BagCommand;
use crate::failure::Failure;

/// Executes one of the commands.
pub fn bag(command: &BagCommand) -> Result<(), Failure> {
    match command {
        BagCommand::Info(arguments) => info::info(arguments),
        BagCommand::Export(arguments) => export::export(arguments),
    }
}
