//! The thread that serves all links.

mod tcp;
mod udp;

use std::net::{SocketAddr, TcpListener as StdListener, UdpSocket as StdUdp};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::{TcpListener, UdpSocket};
use tokio::runtime::{Builder, Handle};
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

use crate::device::Device;
use crate::link::Link;
use crate::log;

/// Time limit for sending queued messages at the end.
const FINISH_MAX: Duration = Duration::from_millis(500);

/// Size of the receive buffer; frames beyond it in a datagram are lost. [bytes]
const DATAGRAM_BYTES_MAX: usize = 65_536;

/// A socket to serve.
pub(crate) enum Socket {
    Udp(StdUdp),
    Listener(StdListener),
    /// No socket yet: the transport connects, and reconnects.
    ToConnect,
}

impl Socket {
    /// Opens the socket of a device, unless the device is a TCP client.
    pub(crate) fn open(device: Device) -> std::io::Result<Self> {
        Ok(match device {
            Device::UdpOut(to) => {
                let any = if to.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
                let local = if to.is_ipv4() { "127.0.0.1:0" } else { "[::1]:0" };
                let socket = StdUdp::bind(if to.ip().is_loopback() { local } else { any })?;
                socket.set_nonblocking(true)?;
                Self::Udp(socket)
            }
            Device::UdpIn(at) => {
                let socket = StdUdp::bind(at)?;
                socket.set_nonblocking(true)?;
                Self::Udp(socket)
            }
            Device::TcpServer(at) => {
                let listener = StdListener::bind(at)?;
                listener.set_nonblocking(true)?;
                Self::Listener(listener)
            }
            Device::TcpClient(_) => Self::ToConnect,
        })
    }
}

/// Signal that the transport closes. Each task holds one, and drops it when it has sent its queued messages.
#[derive(Clone)]
struct Closing {
    closing: watch::Receiver<bool>,
    /// Dropped with the task.
    _running: mpsc::Sender<()>,
}

impl Closing {
    async fn begun(&mut self) {
        // A dropped sender means the same: the transport has ended.
        let _ = self.closing.wait_for(|closing| *closing).await;
    }
}

/// The running transport thread. Dropping it calls [`Transport::finish`].
pub(crate) struct Transport {
    handle: Handle,
    closing: watch::Sender<bool>,
    /// Template for the tasks; `None` when the transport has ended.
    task: Option<Closing>,
    thread: Option<JoinHandle<()>>,
}

impl Transport {
    pub(crate) fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (closing, closing_seen) = watch::channel(false);
        let (running, mut ended) = mpsc::channel::<()>(1);
        let task = Closing { closing: closing_seen.clone(), _running: running };
        let thread = std::thread::Builder::new().name("mavlink".to_owned()).spawn(move || {
            runtime.block_on(async move {
                let mut seen = closing_seen;
                // A dropped sender means the same: the transport has ended.
                let _ = seen.wait_for(|closing| *closing).await;
                // No value is ever sent: `recv` returns when all tasks have dropped their sender.
                let _ = tokio::time::timeout(FINISH_MAX, ended.recv()).await;
            });
        })?;
        Ok(Self { handle, closing, task: Some(task), thread: Some(thread) })
    }

    /// Spawns the task of a link. Returns a handle to abort it; `None` if the transport has ended.
    pub(crate) fn serve(&self, link: Arc<Link>, socket: Socket) -> std::io::Result<Option<AbortHandle>> {
        let Some(closing) = self.task.clone() else { return Ok(None) };
        let _context = self.handle.enter();
        let task = match (socket, link.device) {
            (Socket::Udp(socket), device) => {
                let peer: Option<SocketAddr> = match device {
                    Device::UdpOut(to) => Some(to),
                    _ => None,
                };
                self.handle.spawn(udp::serve(link, UdpSocket::from_std(socket)?, peer, closing))
            }
            (Socket::Listener(listener), _) => {
                self.handle.spawn(tcp::listen(link, TcpListener::from_std(listener)?, closing))
            }
            (Socket::ToConnect, device) => self.handle.spawn(tcp::connect(link, device.address(), closing)),
        };
        Ok(Some(task.abort_handle()))
    }

    /// Sends queued messages for at most half a second, then closes all links.
    pub(crate) fn finish(&mut self) {
        self.task = None;
        // Fails if the thread has ended.
        let _ = self.closing.send(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: log::STREAMS, "The thread of the middleware mavlink has panicked.");
        }
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.finish();
    }
}
