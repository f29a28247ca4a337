//! Client of the name server: one command per connection, as lines of text.

pub(crate) mod multicast;

use std::io::{Error, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::bottle::{self, Item};
use crate::settings::ServerAddress;
use crate::wire;

/// Time limit for the answer to a command.
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// Maximum number of lines in an answer.
const LINES_MAX: usize = 4096;

/// Where a port is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Contact {
    pub(crate) name: String,
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Preferred carrier.
    pub(crate) carrier: String,
}

/// Error of a command to the name server.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameServerError {
    #[error("{0}")]
    Connection(#[from] Error),
    #[error("no answer in {} s", ANSWER_MAX.as_secs())]
    Timeout,
    #[error("it answers `{0:.60}`, which is not an answer of a YARP name server")]
    Answer(String),
}

impl NameServerError {
    /// Whether the server has sent an answer.
    pub(crate) fn is_answer(&self) -> bool {
        matches!(self, Self::Answer(_))
    }
}

/// Client of a name server.
#[derive(Debug, Clone)]
pub(crate) struct NameServer(pub(crate) ServerAddress);

impl NameServer {
    /// Looks up a port. Returns its contact, if the server knows it, and the local address of the connection.
    pub(crate) async fn query(&self, name: &str) -> Result<(Option<Contact>, IpAddr), NameServerError> {
        let (lines, local) = self.ask(&format!("query {name}")).await?;
        Ok((registration(&lines)?, local.ip()))
    }

    /// Registers a port at an address.
    pub(crate) async fn register(&self, name: &str, at: SocketAddr) -> Result<Contact, NameServerError> {
        let command = format!("register {name} tcp {} {}", at.ip(), at.port());
        let (lines, _) = self.ask(&command).await?;
        registration(&lines)?.ok_or_else(|| NameServerError::Answer(lines.join(" ")))
    }

    /// Announces that a registered port accepts connections, so that the server connects it to its topics.
    pub(crate) async fn announce(&self, name: &str) -> Result<(), NameServerError> {
        self.ask(&format!("announce {name}")).await.map(drop)
    }

    /// Removes the registration of a port.
    pub(crate) async fn unregister(&self, name: &str) -> Result<(), NameServerError> {
        self.ask(&format!("unregister {name}")).await.map(drop)
    }

    /// Subscribes a port to a topic, or a topic to a port. The server connects them to later peers of the topic, too.
    pub(crate) async fn subscribe(&self, from: &str, to: &str) -> Result<(), NameServerError> {
        let (lines, _) = self.ask(&format!("subscribe {from} {to}")).await?;
        match lines.first() {
            Some(line) if line.starts_with("[ok]") => Ok(()),
            _ => Err(NameServerError::Answer(lines.join(" "))),
        }
    }

    /// Sends a command. Returns the lines of the answer, and the local address of the connection.
    async fn ask(&self, command: &str) -> Result<(Vec<String>, SocketAddr), NameServerError> {
        let exchange = async {
            let ServerAddress { host, port } = &self.0;
            let mut stream = BufReader::new(TcpStream::connect((host.as_str(), *port)).await?);
            let local = stream.get_ref().local_addr()?;
            stream.write_all(format!("NAME_SERVER {command}\n").as_bytes()).await?;
            let mut lines = Vec::new();
            while let Some(line) = wire::line(&mut stream).await? {
                let is_last = line.starts_with(['*', '[']);
                lines.push(line);
                if is_last {
                    return Ok((lines, local));
                }
                if lines.len() > LINES_MAX {
                    return Err(NameServerError::Answer("too many lines".to_owned()));
                }
            }
            match lines.is_empty() {
                true => Err(Error::new(ErrorKind::UnexpectedEof, "it closes the connection").into()),
                false => Err(NameServerError::Answer(lines.join(" "))),
            }
        };
        tokio::time::timeout(ANSWER_MAX, exchange).await.map_err(|_| NameServerError::Timeout)?
    }
}

/// Parses the registration in an answer: `registration name /a ip 127.0.0.1 port 10002 type tcp`.
fn registration(lines: &[String]) -> Result<Option<Contact>, NameServerError> {
    let Some(line) = lines.iter().find(|line| line.starts_with("registration ")) else { return Ok(None) };
    let words = bottle::parse(line).unwrap_or_default();
    let text = |key: &str| {
        let place = words.iter().position(|word| word.as_text().is_some_and(|word| word == key))?;
        words.get(place + 1)
    };
    let contact = || {
        let (name, host) = (text("name")?.as_text()?.into_owned(), text("ip")?.as_text()?.into_owned());
        let port = text("port").and_then(Item::as_i64)?;
        let carrier = text("type")?.as_text()?.into_owned();
        // A topic or a removed port has no address.
        let port = u16::try_from(port).ok().filter(|&port| port > 0)?;
        Some(Contact { name, host, port, carrier })
    };
    match contact() {
        Some(contact) => Ok(Some(contact)),
        None if line.contains(" ip none") => Ok(None),
        None => Err(NameServerError::Answer(line.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Option<Contact>, NameServerError> {
        registration(&[line.to_owned(), "*** end of message".to_owned()])
    }

    #[test]
    fn registrations_are_parsed() {
        let contact = of("registration name /peer/in ip 192.0.2.2 port 10003 type tcp").unwrap().unwrap();
        let Contact { name, host, port, carrier } = contact;
        assert_eq!(
            (name.as_str(), host.as_str(), port, carrier.as_str()),
            ("/peer/in", "192.0.2.2", 10_003, "tcp")
        );
        assert!(of("*** end of message").unwrap().is_none());
    }

    #[test]
    fn malformed_registrations_are_errors() {
        for line in
            ["registration name", "registration name /a ip 1.2.3.4 port 99999 type tcp", "registration (("]
        {
            assert!(of(line).is_err(), "{line}");
        }
    }
}
