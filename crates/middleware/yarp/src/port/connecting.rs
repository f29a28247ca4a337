//! Outgoing connections of a port, as requested by `yarp connect`.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UdpSocket};

use super::Port;
use super::output::{Link, Output};
use crate::name_server::Contact;
use crate::wire::carrier::read_number;
use crate::wire::{self, Carrier};

/// Time limit for a peer to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// Connects a port to a remote port, and starts to send its data there.
///
/// # Errors
/// When the remote port cannot be reached, or its answer is invalid.
pub(super) async fn connect(port: &Arc<Port>, to: &Contact, carrier: Carrier) -> Result<(), Error> {
    let connecting = open(&port.name, to, carrier);
    let link = tokio::time::timeout(CONNECT_MAX, connecting).await.map_err(|_| ErrorKind::TimedOut)??;
    let output = Arc::new(Output::new(to.name.clone(), carrier, link));
    if start(port, output) { Ok(()) } else { Err(Error::other("the port has too many connections")) }
}

/// Serves an outgoing connection until it ends.
pub(super) async fn serve(port: &Arc<Port>, output: Output) -> Result<(), Error> {
    let output = Arc::new(output);
    let task = tokio::spawn(std::future::pending::<()>()).abort_handle();
    if port.add_output(Arc::clone(&output), task) {
        output.run().await;
        port.remove_outputs(|other| Arc::ptr_eq(other, &output));
    }
    Ok(())
}

/// Adds a connection to its port, and serves it on the transport.
fn start(port: &Arc<Port>, output: Arc<Output>) -> bool {
    let (serving, running) = (Arc::downgrade(port), Arc::clone(&output));
    let task = tokio::spawn(async move {
        running.run().await;
        if let Some(port) = serving.upgrade() {
            port.remove_outputs(|other| Arc::ptr_eq(other, &running));
        }
    });
    port.add_output(output, task.abort_handle())
}

async fn open(from: &str, to: &Contact, carrier: Carrier) -> Result<Link, Error> {
    let mut stream = BufReader::new(TcpStream::connect((to.host.as_str(), to.port)).await?);
    let _ = stream.get_ref().set_nodelay(true);
    stream.write_all(&carrier.hello(from)).await?;
    match carrier {
        Carrier::Text => {}
        // The text of the welcome line is not used.
        Carrier::TextAck => drop(wire::line(&mut stream).await?.ok_or(ErrorKind::UnexpectedEof)?),
        Carrier::Tcp | Carrier::FastTcp => drop(port_number(&mut stream).await?),
        Carrier::Udp => {
            let port = port_number(&mut stream).await?;
            let port = u16::try_from(port).map_err(|_| invalid("it sends an invalid port number"))?;
            let (own, other) = (stream.get_ref().local_addr()?, stream.get_ref().peer_addr()?);
            let socket = UdpSocket::bind(SocketAddr::new(own.ip(), 0)).await?;
            socket.connect(SocketAddr::new(other.ip(), port)).await?;
            return Ok(Link::Datagrams(socket));
        }
    }
    if !stream.buffer().is_empty() {
        return Err(invalid("it sends data after its answer"));
    }
    Ok(Link::Stream(stream.into_inner()))
}

async fn port_number(stream: &mut BufReader<TcpStream>) -> Result<i32, Error> {
    let mut answer = [0; 8];
    stream.read_exact(&mut answer).await?;
    read_number(answer).ok_or_else(|| invalid("it does not answer as a port of YARP"))
}

fn invalid(problem: &str) -> Error {
    Error::new(ErrorKind::InvalidData, problem)
}

/// Requests the receiver of datagrams to close a connection, because it cannot detect the end of the sender.
pub(crate) async fn end_datagrams(from: &str, to: &Contact) -> Result<(), Error> {
    let exchange = async {
        let Link::Stream(mut stream) = open("admin", to, Carrier::TextAck).await? else { return Ok(()) };
        stream.write_all(format!("a\r\n[del] \"{from}\"\r\n").as_bytes()).await?;
        drop(wire::line(&mut BufReader::new(stream)).await?);
        Ok(())
    };
    tokio::time::timeout(CONNECT_MAX, exchange).await.map_err(|_| ErrorKind::TimedOut)?
}
