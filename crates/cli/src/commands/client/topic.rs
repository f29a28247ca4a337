//! `morse topic`: the streams of a running simulation.

mod echo;
mod hz;
mod info;
mod list;
mod periods;
mod publish;
mod stream;

use crate::arguments::TopicCommand;
use crate::failure::Failure;

/// Executes a subcommand.
pub fn topic(command: &TopicCommand) -> Result<(), Failure> {
    match command {
        TopicCommand::List(arguments) => list::list(arguments),
        TopicCommand::Echo(arguments) => echo::echo(arguments),
        TopicCommand::Hz(arguments) => hz::hz(arguments),
        TopicCommand::Info(arguments) => info::info(arguments),
        TopicCommand::Pub(arguments) => publish::publish(arguments),
    }
}
