//! `morse topic echo`: prints the messages of a sensor as they arrive.

use morse_socket::json;

use super::stream::{Next, SensorStream};
use crate::arguments::EchoArguments;
use crate::failure::Failure;
use crate::output::readable;
use crate::output::standard_output::print_while_read;
use morse::client::ClientError;

/// Prints messages until the wanted number is reached, the simulator ends, or standard output is closed. Ctrl-C ends the
/// process as usual.
pub fn echo(arguments: &EchoArguments) -> Result<(), Failure> {
    let mut stream = SensorStream::open(&arguments.server, &arguments.component)?;
    let mut left = arguments.count;
    while left != Some(0) {
        let message = match stream.next(arguments.count, None, &|| false)? {
            Next::Message(message) => message,
            Next::Nothing => continue,
            Next::End => break,
        };
        let shown = if arguments.json { message } else { page(&message, stream.address())? };
        if !print_while_read(&shown)? {
            break;
        }
        left = left.map(|left| left - 1);
    }
    Ok(())
}

/// Formats a message with one line for each field and a separator line.
fn page(message: &str, address: &str) -> Result<String, ClientError> {
    let value = json::read(message).map_err(|_| ClientError::foreign(address, message))?;
    Ok(readable::lines(&value) + "---\n")
}
