//! The variables that a client registers for, and their receivers.

use std::collections::BTreeMap;

use crate::wire::Message;

/// Callback for the messages of a variable. Called on the transport thread; must not block.
pub type Receive = Box<dyn FnMut(&Message) + Send>;

/// Receivers by variable, each with its owner.
#[derive(Default)]
pub(super) struct Subscriptions(BTreeMap<String, Vec<(String, Receive)>>);

impl Subscriptions {
    /// Adds a receiver. Returns whether it is the first of its variable.
    pub(super) fn add(&mut self, owner: &str, variable: &str, receive: Receive) -> bool {
        let receivers = self.0.entry(variable.to_owned()).or_default();
        receivers.push((owner.to_owned(), receive));
        receivers.len() == 1
    }

    /// Removes the receivers of an owner. Returns the variables that have no receiver any more.
    pub(super) fn remove(&mut self, owner: &str) -> Vec<String> {
        let mut unused = Vec::new();
        self.0.retain(|variable, receivers| {
            receivers.retain(|(other, _)| other != owner);
            if receivers.is_empty() {
                unused.push(variable.clone());
            }
            !receivers.is_empty()
        });
        unused
    }

    /// All variables with receivers.
    pub(super) fn variables(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// Passes a message to all receivers of its variable.
    pub(super) fn deliver(&mut self, message: &Message) {
        for (_, receive) in self.0.get_mut(&message.key).into_iter().flatten() {
            receive(message);
        }
    }
}
