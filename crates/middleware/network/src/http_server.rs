//! An HTTP server with limits: the number of connections, the time without a request, and the time of a connection.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Most connections at a time, without those that became WebSockets. For a further client, the oldest connection without a
/// request is closed; while all have requests, it waits.
pub const CONNECTIONS_MAX: usize = 64;

/// A connection without a request for so long is closed.
pub const IDLE_MAX: Duration = Duration::from_secs(30);

/// A connection is closed after so long, for example if its client does not read the answer. WebSockets have limits of
/// their own.
const CONNECTION_MAX: Duration = Duration::from_secs(600);

/// Delay after a connection could not be accepted, most often because the process has too many open files.
const PAUSE: Duration = Duration::from_millis(200);

/// A request with its head read.
pub type HttpRequest = Request<Incoming>;

/// Serves HTTP, until it is dropped. Must run on a tokio runtime with timers. `answer` answers a request. A connection
/// without a request for `idle_max`, usually [`IDLE_MAX`], is closed. Errors of single connections are ignored.
pub async fn serve_http<A, F, B>(listener: TcpListener, idle_max: Duration, answer: A)
where
    A: Fn(HttpRequest) -> F + Clone + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut connections: Vec<Connection> = Vec::new();
    loop {
        let Ok((socket, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        make_room(&mut connections).await;
        let answering = Arc::new(AtomicUsize::new(0));
        let (answer, requests) = (answer.clone(), Arc::clone(&answering));
        let task = tokio::spawn(async move {
            let service = service_fn(move |request| {
                requests.fetch_add(1, Ordering::Relaxed);
                let (response, requests) = (answer(request), Arc::clone(&requests));
                async move {
                    let response = response.await;
                    requests.fetch_sub(1, Ordering::Relaxed);
                    Ok::<_, Infallible>(response)
                }
            });
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(idle_max);
            let connection = server.serve_connection(TokioIo::new(socket), service).with_upgrades();
            // Ends also when the connection becomes a WebSocket.
            let _ = timeout(CONNECTION_MAX, connection).await;
        });
        connections.push(Connection { task, answering });
    }
}

/// An open connection.
struct Connection {
    task: JoinHandle<()>,
    /// Number of requests that are being answered.
    answering: Arc<AtomicUsize>,
}

/// Waits until there is room for one more connection; closes the oldest one without a request for it.
async fn make_room(connections: &mut Vec<Connection>) {
    loop {
        connections.retain(|connection| !connection.task.is_finished());
        if connections.len() < CONNECTIONS_MAX {
            return;
        }
        let is_idle = |connection: &Connection| connection.answering.load(Ordering::Relaxed) == 0;
        match connections.iter().position(is_idle) {
            Some(oldest) => connections.remove(oldest).task.abort(),
            None => sleep(PAUSE).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::runtime::Builder;

    use super::*;

    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    async fn hello(_: HttpRequest) -> Response<String> {
        Response::new("hello".to_owned())
    }

    /// Runs a test beside a server that closes connections after a time without a request.
    fn beside_server<F: Future<Output = ()>>(
        idle_max: Duration,
        test: impl FnOnce(std::net::SocketAddr) -> F,
    ) {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::select! {
                () = serve_http(listener, idle_max, hello) => {}
                () = test(address) => {}
            }
        });
    }

    /// All that the server sends until it closes the connection.
    async fn rest(socket: &mut TcpStream) -> String {
        let mut text = Vec::new();
        // A reset is an end, too.
        let _ = timeout(Duration::from_secs(10), socket.read_to_end(&mut text)).await.unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn connection_without_a_request_is_closed() {
        beside_server(Duration::from_millis(100), |address| async move {
            let mut silent = TcpStream::connect(address).await.unwrap();
            assert!(!rest(&mut silent).await.contains("hello"));
            let mut slow = TcpStream::connect(address).await.unwrap();
            slow.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
            assert!(!rest(&mut slow).await.contains("hello"));
            let mut kept = TcpStream::connect(address).await.unwrap();
            kept.write_all(GET).await.unwrap();
            assert!(rest(&mut kept).await.ends_with("hello"), "it is closed after its answer, too");
        });
    }

    #[test]
    fn oldest_connection_without_a_request_gives_way() {
        beside_server(Duration::from_secs(3600), |address| async move {
            let mut idle = Vec::new();
            for _ in 0..2 * CONNECTIONS_MAX {
                idle.push(TcpStream::connect(address).await.unwrap());
            }
            let mut client = TcpStream::connect(address).await.unwrap();
            client
                .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .await
                .unwrap();
            assert!(rest(&mut client).await.ends_with("hello"));
            assert_eq!(rest(&mut idle[0]).await, "");
        });
    }
}
