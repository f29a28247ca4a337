//! The thread that serves the connections of all clients.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::JoinHandle as Task;

use super::connection;
use super::{Address, Client, SharedClient};
use crate::log::STREAMS;

/// Delay between two attempts to connect: initial and maximum. It doubles with each failure.
const RETRY: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));

/// Time limit for all clients together to close their connections.
const FINISH_MAX: Duration = Duration::from_secs(1);

/// Clients and the thread that serves them. Dropping it calls [`Transport::finish`].
pub struct Transport {
    handle: Handle,
    clients: Vec<(SharedClient, Task<()>)>,
    stop: Option<oneshot::Sender<Vec<Task<()>>>>,
    thread: Option<JoinHandle<()>>,
}

impl Transport {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system cannot create the thread.
    pub fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<Vec<Task<()>>>();
        let thread = std::thread::Builder::new().name("moos".to_owned()).spawn(move || {
            runtime.block_on(async move {
                // A dropped sender ends the thread, too; there are no clients then.
                let tasks = stopped.await.unwrap_or_default();
                let _ = tokio::time::timeout(FINISH_MAX, async {
                    for task in tasks {
                        // A panicked task has ended, too.
                        let _ = task.await;
                    }
                })
                .await;
            });
        })?;
        Ok(Self { handle, clients: Vec::new(), stop: Some(stop), thread: Some(thread) })
    }

    /// Returns the client with this address, and starts it if there is none.
    pub fn client(&mut self, address: Address) -> SharedClient {
        if let Some((client, _)) = self.clients.iter().find(|(client, _)| *client.address() == address) {
            return Arc::clone(client);
        }
        let client = Arc::new(Client::new(address));
        let task = self.handle.spawn(stay_connected(Arc::clone(&client)));
        self.clients.push((Arc::clone(&client), task));
        client
    }

    /// All clients.
    pub fn clients(&self) -> impl Iterator<Item = &Client> {
        self.clients.iter().map(|(client, _)| client.as_ref())
    }

    /// Sends queued messages for at most one second, then closes all connections.
    pub fn finish(&mut self) {
        for (client, _) in &self.clients {
            client.stop.send_replace(true);
        }
        let tasks = self.clients.drain(..).map(|(_, task)| task).collect();
        if let Some(stop) = self.stop.take() {
            // The thread ends after it has joined these tasks.
            let _ = stop.send(tasks);
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: STREAMS, "The thread of the MOOS middleware has panicked.");
        }
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Connects and reconnects until the client is stopped. A failure is logged if its reason differs from the last one.
async fn stay_connected(client: SharedClient) {
    let mut stopped = client.stop.subscribe();
    let Address { host, port, name } = client.address().clone();
    let mut logged_reason = String::new();
    let mut retry = RETRY.0;
    loop {
        let stop = *stopped.borrow();
        if stop {
            return;
        }
        let connected = tokio::select! {
            connected = connection::connect(&client) => connected,
            _ = stopped.wait_for(|stop| *stop) => return,
        };
        let ended = match connected {
            Ok((socket, community)) => {
                tracing::info!(
                    target: STREAMS,
                    "MOOS client {name}: connected to the MOOSDB of the community {community} at {host}:{port}."
                );
                logged_reason.clear();
                retry = RETRY.0;
                client.begin();
                let ended = connection::serve(&client, socket).await;
                client.end();
                ended
            }
            Err(reason) => Err(reason),
        };
        let Err(reason) = ended else { return };
        let reason = reason.to_string();
        if reason != logged_reason {
            tracing::warn!(
                target: STREAMS,
                "MOOS client {name}: no connection to the MOOSDB at {host}:{port}, {reason}. The client \
                 keeps trying."
            );
            logged_reason = reason;
        }
        tokio::select! {
            () = tokio::time::sleep(retry) => retry = RETRY.1.min(retry * 2),
            _ = stopped.wait_for(|stop| *stop) => return,
        }
    }
}
