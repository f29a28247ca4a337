//! Administrative commands of tools: descriptions of ports, and changes of connections.

use std::sync::Arc;

use super::{NodeState, Port, connecting};
use crate::bottle::{Bottle, Item};
use crate::wire::{Carrier, Lines};

/// Executes a command such as `[ver]`, `[list] [in]` or `[add] "/port"`, and returns the answer.
pub(super) async fn answer(port: &Arc<Port>, command: &[Item]) -> Bottle {
    let word = |index: usize| command.get(index).and_then(Item::as_text).unwrap_or_default();
    match (&*word(0), &*word(1)) {
        ("ver", _) => vec![Item::vocab("ver"), 1.into(), 2.into(), 3.into()],
        ("list", "in") => list(port.inputs(), &word(2), |name| route(name, &port.name)),
        ("list", "out") => list(port.outputs(), &word(2), |name| route(&port.name, name)),
        ("add", to) => {
            let carrier = word(2);
            let to = if carrier.is_empty() { to.to_owned() } else { format!("{carrier}:/{to}") };
            outcome('A', add_output(port, &to).await)
        }
        ("del", name) => {
            let (output, input) = (remove_output(port, name).await, remove_input(port, name));
            outcome(
                'R',
                match (output.starts_with('R'), input.starts_with('R')) {
                    (true, false) => output,
                    (false, true) => input,
                    _ => output + &input,
                },
            )
        }
        ("help", _) => vec![
            Item::vocab("many"),
            "[help]                  # give this help".into(),
            "[ver]                   # report protocol version information".into(),
            "[add] $portname         # add an output connection".into(),
            "[add] $portname $car    # add an output with a given protocol".into(),
            "[del] $portname         # remove an input or output connection".into(),
            "[list] [in]             # list input connections".into(),
            "[list] [out]            # list output connections".into(),
            "[list] [in]  $portname  # give details for input".into(),
            "[list] [out] $portname  # give details for output".into(),
        ],
        _ => vec![Item::vocab("fail"), "send [help] for list of valid commands".into()],
    }
}

/// Answer with a status and a text. The status is success if the text begins with the letter `success`.
fn outcome(success: char, text: String) -> Bottle {
    vec![if text.starts_with(success) { 0 } else { -1 }.into(), text.into()]
}

/// Names of all connections, or details of the connections with one name.
fn list(
    connections: Vec<(String, Carrier)>,
    named: &str,
    route: impl Fn(&str) -> (String, String),
) -> Bottle {
    if named.is_empty() {
        let names = connections.into_iter().map(|(name, _)| name);
        return names.filter(|name| !name.is_empty()).map(Item::Text).collect();
    }
    let pair = |key: &str, value: &str| Item::List(vec![key.into(), value.into()]);
    let details = |(name, carrier): (String, Carrier)| {
        let (from, to) = route(&name);
        [pair("from", &from), pair("to", &to), pair("carrier", carrier.name())]
    };
    connections.into_iter().filter(|(name, _)| name == named).flat_map(details).collect()
}

fn route(from: &str, to: &str) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

/// Connects a port to the port `carrier:/port` or `/port`. Returns a text with the result.
pub(super) async fn add_output(port: &Arc<Port>, to: &str) -> String {
    let (requested, name) = destination(to);
    let mut out = Lines::default();
    let Some(node) = port.node.upgrade() else { return out.0 };
    let contact = match node.locate(&name).await {
        Some(contact) => contact,
        None => {
            out.add(&format!("Do not know how to connect to {to}"));
            return out.0;
        }
    };
    let wanted = requested.as_deref().unwrap_or(&contact.carrier);
    let problem = match Carrier::named(wanted) {
        Some(carrier) => {
            connecting::connect(port, &contact, carrier).await.err().map(|error| error.to_string())
        }
        None => {
            let known = Carrier::ALL.map(Carrier::name).join(", ");
            Some(format!("there is no carrier {wanted}, only {known}"))
        }
    };
    match problem {
        None => out.add(&format!("Added connection from {} to {to}", port.name)),
        Some(problem) => out.add(&format!("Cannot connect to {to}: {problem}")),
    }
    out.0
}

/// Splits `tcp://port`, `tcp:/port` or `/port` into carrier and port name.
fn destination(to: &str) -> (Option<String>, String) {
    match to.split_once(":/") {
        Some((carrier, name)) => {
            (Some(carrier.to_owned()), format!("/{}", name.strip_prefix('/').unwrap_or(name)))
        }
        None => (None, to.to_owned()),
    }
}

/// Closes the connections to a port. Returns a text with the result.
pub(super) async fn remove_output(port: &Port, to: &str) -> String {
    let mut out = Lines::default();
    let ended = port.remove_outputs(|output| output.to == to);
    if ended.is_empty() {
        out.add(&format!("Could not find an outgoing connection to {to}"));
        return out.0;
    }
    if let Some(node) = port.node.upgrade() {
        end_datagrams(&node, &port.name, ended.iter().map(|output| (output.to.as_str(), output.carrier)))
            .await;
    }
    out.add(&format!("Removed connection from {} to {to}", port.name));
    out.0
}

/// Requests the receivers of a port's datagrams to close their connections.
pub(crate) async fn end_datagrams(
    node: &NodeState,
    from: &str,
    ended: impl Iterator<Item = (&str, Carrier)>,
) {
    for (to, _) in ended.filter(|(_, carrier)| *carrier == Carrier::Udp) {
        if let Some(contact) = node.locate(to).await {
            // Fails if the receiver has ended.
            let _ = connecting::end_datagrams(from, &contact).await;
        }
    }
}

/// Closes the connections from a port. Returns a text with the result.
pub(super) fn remove_input(port: &Port, from: &str) -> String {
    let mut out = Lines::default();
    if port.remove_inputs(from) {
        out.add(&format!("Removing connection from {from} to {}", port.name));
    } else {
        out.add(&format!("Could not find an incoming connection from {from}"));
    }
    out.0
}

/// Appends a description of a port and its connections.
pub(super) fn describe(port: &Port, out: &mut Lines) {
    let address = port.address().map_or_else(String::new, |address| format!(" at tcp://{address}/"));
    out.add(&format!("This is {}{address}", port.name));
    let (outputs, inputs) = (port.outputs(), port.inputs());
    for (to, carrier) in &outputs {
        out.add(&format!("There is an output connection from {} to {to} using {carrier}", port.name));
    }
    if outputs.is_empty() {
        out.add("There are no outgoing connections");
    }
    for (from, carrier) in &inputs {
        out.add(&format!("There is an input connection from {from} to {} using {carrier}", port.name));
    }
    if inputs.is_empty() {
        out.add("There are no incoming connections");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations_may_name_a_carrier() {
        let tcp = Some("tcp".to_owned());
        assert_eq!(destination("tcp://peer/in"), (tcp.clone(), "/peer/in".to_owned()));
        assert_eq!(destination("tcp:/peer/in"), (tcp, "/peer/in".to_owned()));
        assert_eq!(destination("/peer/in"), (None, "/peer/in".to_owned()));
    }
}
