//! An HTTP server with limits: the number of connections, the time without a request, and the time of a connection.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Most connections at a time, without those that became WebSockets. Further clients wait.
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

/// Serves HTTP, until it is dropped. Must run on a tokio runtime with timers. `answer` answers a request. Errors of single
/// connections are ignored.
pub async fn serve_http<A, F, B>(listener: TcpListener, answer: A)
where
    A: Fn(HttpRequest) -> F + Clone + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    serve_with(listener, answer, IDLE_MAX).await;
}

async fn serve_with<A, F, B>(listener: TcpListener, answer: A, idle_max: Duration)
where
    A: Fn(HttpRequest) -> F + Clone + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((socket, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let answer = answer.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let response = answer(request);
                async move { Ok::<_, Infallible>(response.await) }
            });
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(idle_max);
            let connection = server.serve_connection(TokioIo::new(socket), service).with_upgrades();
            // Ends also when the connection becomes a WebSocket.
            let _ = timeout(CONNECTION_MAX, connection).await;
            drop(place);
        });
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

    /// Runs a test beside a server with a short time without a request.
    fn beside_server<F: Future<Output = ()>>(test: impl FnOnce(std::net::SocketAddr) -> F) {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::select! {
                () = serve_with(listener, hello, Duration::from_millis(100)) => {}
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
        beside_server(|address| async move {
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
    fn idle_connections_delay_a_request_until_they_are_closed() {
        beside_server(|address| async move {
            let mut idle = Vec::new();
            for _ in 0..2 * CONNECTIONS_MAX {
                idle.push(TcpStream::connect(address).await.unwrap());
            }
            let mut client = TcpStream::connect(address).await.unwrap();
            client.write_all(GET).await.unwrap();
            assert!(rest(&mut client).await.ends_with("hello"));
        });
    }
}
