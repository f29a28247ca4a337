//! The cost of a client of Foxglove that takes all channels: bytes per second, and processor time on the thread of the
//! simulation.
//!
//! `cargo bench -p morse-foxglove --bench cost` runs a hundred robots, each with a pose sensor, for ten seconds in real
//! time. It prints lines of `measure`, a name and a number.
#![allow(clippy::print_stdout)]

#[path = "../../viewer/benches/driving_robots/mod.rs"]
mod driving_robots;

use std::error::Error;
use std::net::SocketAddr;
use std::thread;

use driving_robots::{MEASURED_S, Spent};
use morse::Interrupt;
use morse_foxglove::FoxgloveServer;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{self, Message};

/// First bytes of binary messages.
const MESSAGE_DATA: u8 = 1;
const TIME: u8 = 2;

/// Takes all channels until enough was measured. Returns bytes and messages per second of simulated time.
fn take_all(address: SocketAddr, end: &Interrupt) -> Result<[f64; 2], tungstenite::Error> {
    let mut request = format!("ws://{address}").into_client_request()?;
    request.headers_mut().insert("Sec-WebSocket-Protocol", HeaderValue::from_static("foxglove.websocket.v1"));
    let (mut socket, _) = tungstenite::connect(request)?;
    let (mut first_s, mut bytes, mut messages) = (None, 0, 0_u32);
    loop {
        match socket.read()? {
            Message::Text(text) => {
                let advertised: Value = serde_json::from_str(&text).unwrap_or_default();
                let channels = advertised["channels"].as_array().into_iter().flatten();
                let wanted = |channel: &Value| json!({"id": channel["id"], "channelId": channel["id"]});
                let subscriptions: Vec<Value> = channels.map(wanted).collect();
                let message = json!({"op": "subscribe", "subscriptions": subscriptions});
                socket.send(Message::text(message.to_string()))?;
            }
            Message::Binary(message) if message.first() == Some(&MESSAGE_DATA) && first_s.is_some() => {
                bytes += message.len();
                messages += 1;
            }
            Message::Binary(message) if message.first() == Some(&TIME) => {
                let time_ns =
                    message.get(1..9).and_then(|it| it.try_into().ok()).map_or(0, u64::from_le_bytes);
                let now_s = time_ns as f64 * 1e-9;
                let first_s = *first_s.get_or_insert(now_s);
                if now_s - first_s >= MEASURED_S {
                    end.request();
                    return Ok([bytes as f64, f64::from(messages)].map(|count| count / (now_s - first_s)));
                }
            }
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks too.
    if !std::env::args().any(|word| word == "--bench") {
        return Ok(());
    }
    let (_, simulation) = driving_robots::scene(true)?;
    let foxglove = FoxgloveServer::start([127, 0, 0, 1].into(), 0, "cost")?;
    let address = foxglove.address();
    let interrupt = Interrupt::default();
    let end = interrupt.clone();
    let client = thread::spawn(move || take_all(address, &end));
    let Spent { observer_us, tick_us } = driving_robots::run(simulation, foxglove, interrupt);
    let [bytes_per_s, messages_per_s] = client.join().map_err(|_| "the client has panicked")??;
    for (name, number) in [
        ("bytes per second", bytes_per_s),
        ("messages per second", messages_per_s),
        ("foxglove", observer_us),
        ("tick", tick_us),
    ] {
        println!("measure\t{name}\t{number}");
    }
    Ok(())
}
