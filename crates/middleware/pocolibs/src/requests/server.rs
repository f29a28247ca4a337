//! The thread that serves all connections.

use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use morse_sim::transport::request::Gateway;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use super::client;
use super::directory::Directory;
use super::hub::Hub;
use crate::log::REQUESTS;
use crate::posters::Posters;

/// Delay after `accept` has failed, for instance because too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);
/// Time for sending the last answers at the end.
const FINISH_PAUSE: Duration = Duration::from_millis(20);

/// The running server. Dropping it calls [`Server::finish`].
pub(super) struct Server {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(super) fn start(
        bind: IpAddr,
        port: u16,
        gateway: Gateway,
        directory: Arc<Mutex<Directory>>,
        posters: Arc<Posters>,
    ) -> Result<Self, String> {
        let refused = |error: std::io::Error| {
            format!(
                "the request manager cannot use port {port} of {bind}: {error}. Another one is set with \
                 `env.configure_stream_manager('pocolibs', port=…)`"
            )
        };
        let runtime = Builder::new_current_thread().enable_all().build().map_err(refused)?;
        let listener = StdListener::bind((bind, port)).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let bound = listener.local_addr().map_err(refused)?.port();
        let listener = {
            let _context = runtime.enter();
            TcpListener::from_std(listener).map_err(refused)?
        };
        let hub = Hub::new(gateway, directory, posters);
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("pocolibs-rqst".to_owned())
            .spawn(move || run(&runtime, listener, hub, stopped))
            .map_err(refused)?;
        tracing::info!(target: REQUESTS, "Pocolibs request manager now listening on port {bound}.");
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }

    /// Closes all connections, and ends the thread.
    pub(super) fn finish(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread waits for this message.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: REQUESTS, "The thread of the pocolibs request manager has panicked.");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.finish();
    }
}

fn run(runtime: &Runtime, listener: TcpListener, hub: Arc<Hub>, mut stopped: oneshot::Receiver<()>) {
    runtime.block_on(async move {
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((socket, _)) => {
                        tokio::spawn(client::serve(Arc::clone(&hub), socket));
                    }
                    Err(error) => {
                        tracing::warn!(target: REQUESTS, "A connection cannot be accepted: {error}.");
                        tokio::time::sleep(ACCEPT_RETRY).await;
                    }
                },
                // A dropped sender ends the thread, too.
                _ = &mut stopped => break,
            }
        }
        tokio::time::sleep(FINISH_PAUSE).await;
    });
}
