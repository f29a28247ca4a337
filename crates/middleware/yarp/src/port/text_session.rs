//! Connections with lines of text: used by `yarp` tools, and by users over telnet.

use std::io::{Error, ErrorKind};
use std::sync::Arc;

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::output::{Link, Output};
use super::{Port, admin, connecting};
use crate::bottle::{self, Bottle};
use crate::wire::{self, Carrier, Lines};

const HELP: &str = "This is a YARP port.  Here are the commands it responds to:\r\n\
    *       Gives a description of this port\r\n\
    d       Signals the beginning of input for the port's owner\r\n\
    D       The same, but no reply is wanted\r\n\
    q       Disconnects\r\n\
    r       Reverses the connection: the port sends\r\n\
    /port   Requests to send output to /port\r\n\
    !/port  Requests to stop sending output to /port\r\n\
    ~/port  Requests to stop receiving input from /port\r\n\
    a       Signals the beginning of an administrative message\r\n\
    ?       Gives this help\r\n";

/// Serves a text connection until it ends.
pub(super) async fn serve(
    port: &Arc<Port>,
    mut stream: BufReader<TcpStream>,
    carrier: Carrier,
    from: &str,
) -> Result<(), Error> {
    stream.write_all(format!("Welcome {from}\r\n").as_bytes()).await?;
    while let Some(line) = wire::line(&mut stream).await? {
        let mut out = Lines::default();
        match line.chars().next() {
            Some('*') => admin::describe(port, &mut out),
            Some(letter @ ('d' | 'D')) => {
                let replies = letter == 'd' && !line.starts_with("do");
                let bottle = next_bottle(&mut stream).await?;
                if let Some(reply) = port.deliver(from, bottle, replies).await {
                    out.add(&bottle::print(&reply));
                }
            }
            Some('a') => {
                let command = next_bottle(&mut stream).await?;
                out.add(&bottle::print(&admin::answer(port, &command).await));
            }
            Some('/') => out.0 = admin::add_output(port, &line).await,
            Some('!') => out.0 = admin::remove_output(port, line.get(1..).unwrap_or_default()).await,
            Some('~') => out.0 = admin::remove_input(port, line.get(1..).unwrap_or_default()),
            Some('q') => return Ok(()),
            Some('r') => {
                let output = Output::new(from.to_owned(), carrier, Link::Stream(stream.into_inner()));
                return connecting::serve(port, output).await;
            }
            Some('?' | 'h') => out.0.push_str(HELP),
            _ => {
                out.add("Port command not understood.");
                out.add("Type d to send data to the port's owner.");
                out.add("Type ? for help.");
            }
        }
        if carrier.is_acknowledged() {
            out.add("<ACK>");
        }
        stream.write_all(out.0.as_bytes()).await?;
    }
    Ok(())
}

async fn next_bottle(stream: &mut BufReader<TcpStream>) -> Result<Bottle, Error> {
    let line = wire::line(stream).await?.ok_or(ErrorKind::UnexpectedEof)?;
    bottle::parse(&line).map_err(|error| Error::new(ErrorKind::InvalidData, error))
}
