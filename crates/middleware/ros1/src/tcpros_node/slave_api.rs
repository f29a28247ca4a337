//! The slave API: the XML-RPC methods that the master, other nodes and tools call.

use std::sync::atomic::Ordering;

use super::node_state::NodeState;
use crate::log;
use crate::xmlrpc::Value;

/// Answers a call. An error is the message of an XML-RPC fault.
pub(crate) fn answer(state: &NodeState, method: &str, params: &[Value]) -> Result<Value, String> {
    let Some(Value::Text(caller)) = params.first() else {
        return Err(format!("{method}: the first parameter must be the name of the caller"));
    };
    let topic = params.get(1).and_then(Value::as_str);
    Ok(match method {
        "requestTopic" => request_topic(state, topic, params.get(2)),
        "publisherUpdate" => match (topic, params.get(2)) {
            (Some(topic), Some(Value::List(_))) => publisher_update(state, topic, params.get(2)),
            _ => wrong_parameters("publisherUpdate(caller, topic, publishers)"),
        },
        // The node has not subscribed to parameters.
        "paramUpdate" => success("", 0),
        "getPid" => success("", i32::try_from(std::process::id()).unwrap_or(i32::MAX)),
        "getName" => success("", state.settings.name.as_str()),
        "getMasterUri" => success("", state.settings.master.to_string()),
        "getPublications" => {
            let topics = state.publications();
            let line = |topic: &std::sync::Arc<crate::tcpros::publication::Publication>| {
                Value::from([topic.topic.as_str().into(), topic.kind.name.as_str().into()])
            };
            success("publications", topics.iter().map(line).collect::<Vec<_>>())
        }
        "getSubscriptions" => {
            let topics = state.subscriptions();
            let line = |topic: &std::sync::Arc<crate::tcpros::subscription::Subscription>| {
                Value::from([topic.topic.as_str().into(), topic.kind.name.as_str().into()])
            };
            success("subscriptions", topics.iter().map(line).collect::<Vec<_>>())
        }
        "getBusInfo" => {
            let mut lines: Vec<Value> =
                state.publications().iter().flat_map(|topic| topic.bus_info()).collect();
            lines.extend(state.subscriptions().iter().flat_map(|topic| topic.bus_info()));
            success("bus info", lines)
        }
        "getBusStats" => {
            let sent: Vec<Value> = state.publications().iter().map(|topic| topic.bus_stats()).collect();
            let none = || Value::List(Vec::new());
            success("bus stats", [sent.into(), none(), none()])
        }
        "shutdown" => {
            let reason = topic.unwrap_or("no reason given");
            let first = !state.shut_down.swap(true, Ordering::Relaxed);
            if first {
                tracing::warn!(
                    target: log::STREAMS,
                    "{caller} asks the node {} to shut down: {reason}. The simulation continues without ROS.",
                    state.settings.name
                );
                state.registration.leave();
                state.stop.notify_one();
            }
            success("shutdown", 0)
        }
        other => return Err(format!("there is no method {other}")),
    })
}

fn request_topic(state: &NodeState, topic: Option<&str>, protocols: Option<&Value>) -> Value {
    let (Some(topic), Some(protocols)) = (topic, protocols.and_then(Value::as_list)) else {
        return wrong_parameters("requestTopic(caller, topic, protocols)");
    };
    if state.publication(topic).is_none() {
        return failure(&format!("{} does not publish {topic}", state.settings.name));
    }
    let is_tcpros = |protocol: &Value| {
        protocol.as_list().and_then(|items| items.first()).and_then(Value::as_str) == Some("TCPROS")
    };
    if !protocols.iter().any(is_tcpros) {
        return failure("only TCPROS is offered");
    }
    let (host, port) = (state.settings.host.as_str(), i32::from(state.tcpros_port));
    success("ready", ["TCPROS".into(), host.into(), port.into()])
}

fn publisher_update(state: &NodeState, topic: &str, publishers: Option<&Value>) -> Value {
    let Some(subscriptions) = state.subscriptions_to(topic) else {
        return failure(&format!("{} does not subscribe to {topic}", state.settings.name));
    };
    let publishers = publishers.map(Value::texts).unwrap_or_default();
    for subscription in subscriptions {
        subscription.set_publishers(&publishers);
    }
    success("", 0)
}

fn success(text: &str, value: impl Into<Value>) -> Value {
    Value::from([1.into(), text.into(), value.into()])
}

fn failure(text: &str) -> Value {
    Value::from([0.into(), text.into(), 0.into()])
}

/// The answer to a call with wrong parameters.
fn wrong_parameters(signature: &str) -> Value {
    let text = format!("the parameters must be {signature}");
    Value::from([Value::Int(-1), text.into(), 0.into()])
}
