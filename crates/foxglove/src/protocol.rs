//! The messages of the Foxglove WebSocket protocol, version 1, that a server without capabilities of clients needs.

use morse_recording::NewChannel;
use serde::Deserialize;
use serde_json::{Value, json};

/// Names of the protocol: that of Foxglove's libraries of today, and the one before.
pub const SUBPROTOCOLS: [&str; 2] = ["foxglove.sdk.v1", "foxglove.websocket.v1"];
/// First bytes of binary messages.
const MESSAGE_DATA: u8 = 1;
const TIME: u8 = 2;
/// Levels of a status.
const ERROR: u8 = 2;

/// A supported message of a client. All further messages belong to capabilities that the server does not have.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum ClientMessage {
    /// Asks for channels.
    Subscribe {
        /// The subscriptions.
        subscriptions: Vec<Subscription>,
    },
    /// Asks for no more of them.
    #[serde(rename_all = "camelCase")]
    Unsubscribe {
        /// Numbers of the client.
        subscription_ids: Vec<u32>,
    },
    /// Anything else.
    #[serde(other)]
    Other,
}

/// A subscription of a client.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    /// A number of the client, under which it gets the messages.
    pub id: u32,
    /// Number of the channel.
    pub channel_id: usize,
}

/// The first message to a client. `session` distinguishes runs.
pub fn server_info(name: &str, session: &str) -> String {
    json!({"op": "serverInfo", "name": name, "capabilities": ["time"], "sessionId": session}).to_string()
}

/// A channel as [`advertise`] lists it.
pub fn channel(number: usize, channel: &NewChannel<'_>) -> Value {
    json!({
        "id": number, "topic": channel.topic, "encoding": channel.encoding, "schemaName": channel.schema,
        "schemaEncoding": channel.schema_encoding, "schema": channel.definition,
    })
}

/// Channels that there are.
pub fn advertise(channels: &[Value]) -> String {
    json!({"op": "advertise", "channels": channels}).to_string()
}

/// An error.
pub fn error(message: &str) -> String {
    json!({"op": "status", "level": ERROR, "message": message}).to_string()
}

/// A message of a channel: subscription (u32), time in nanoseconds (u64), its bytes.
pub fn message_data(subscription: u32, time_ns: u64, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(13 + data.len());
    bytes.push(MESSAGE_DATA);
    bytes.extend(subscription.to_le_bytes());
    bytes.extend(time_ns.to_le_bytes());
    bytes.extend(data);
    bytes
}

/// The simulated time in nanoseconds (u64).
pub fn time(time_ns: u64) -> Vec<u8> {
    let mut bytes = vec![TIME];
    bytes.extend(time_ns.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_clients_are_read() {
        let read = |text: &str| serde_json::from_str::<ClientMessage>(text);
        let subscribe = read(r#"{"op": "subscribe", "subscriptions": [{"id": 7, "channelId": 3}]}"#).unwrap();
        let subscriptions = vec![Subscription { id: 7, channel_id: 3 }];
        assert_eq!(subscribe, ClientMessage::Subscribe { subscriptions });
        let unsubscribe = read(r#"{"op": "unsubscribe", "subscriptionIds": [7]}"#).unwrap();
        assert_eq!(unsubscribe, ClientMessage::Unsubscribe { subscription_ids: vec![7] });
        assert_eq!(read(r#"{"op": "getParameters", "id": "x"}"#).unwrap(), ClientMessage::Other);
        for rubbish in ["", "[]", "{}", r#"{"op": "subscribe"}"#] {
            assert!(read(rubbish).is_err(), "{rubbish}");
        }
    }

    #[test]
    fn binary_messages_are_little_endian() {
        assert_eq!(message_data(1, 2, &[9]), [1, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 9]);
        assert_eq!(time(258), [2, 2, 1, 0, 0, 0, 0, 0, 0]);
    }
}
