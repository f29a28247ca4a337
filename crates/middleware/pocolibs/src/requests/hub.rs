//! State shared by all connections: clients, running requests, and stored parameters of overlays.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_scene::value::Value;
use morse_sim::transport::request::Gateway;
use tokio::sync::Notify;

use super::caller::{Activity, call};
use super::directory::Directory;
use super::outgoing::Outgoing;
use crate::posters::Posters;

/// The state of the server.
pub(super) struct Hub {
    gateway: Gateway,
    directory: Arc<Mutex<Directory>>,
    posters: Arc<Posters>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    clients: BTreeMap<u32, Outgoing>,
    /// Client that receives the results of another client's requests, by the requesting client.
    reply_to: BTreeMap<u32, u32>,
    next_client: u32,
    next_request: u64,
    activities: BTreeMap<u64, Arc<Activity>>,
    /// Stored parameters of overlays, by component and key.
    parameters: BTreeMap<(String, &'static str), Vec<String>>,
    /// Signal that ends the following of a poster, by component.
    following: BTreeMap<String, Arc<Notify>>,
}

impl Hub {
    pub(super) fn new(
        gateway: Gateway,
        directory: Arc<Mutex<Directory>>,
        posters: Arc<Posters>,
    ) -> Arc<Self> {
        Arc::new(Self { gateway, directory, posters, state: Mutex::default() })
    }

    pub(super) fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    pub(super) fn posters(&self) -> &Posters {
        &self.posters
    }

    /// Whether there is a poster of this name.
    pub(super) fn has_poster(&self, name: &str) -> bool {
        self.posters.has(name)
    }

    pub(super) fn directory(&self) -> MutexGuard<'_, Directory> {
        self.directory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a client, and returns its number.
    pub(super) fn add_client(&self, outgoing: Outgoing) -> u32 {
        let mut state = self.lock();
        let number = state.next_client;
        state.next_client += 1;
        state.clients.insert(number, outgoing);
        number
    }

    pub(super) fn remove_client(&self, number: u32) {
        let mut state = self.lock();
        state.clients.remove(&number);
        state.reply_to.retain(|from, to| *from != number && *to != number);
    }

    /// Number of clients.
    pub(super) fn clients(&self) -> usize {
        self.lock().clients.len()
    }

    /// Redirects the results of a client's requests to the client `other`.
    pub(super) fn reply_to(&self, client: u32, other: u32) {
        let mut state = self.lock();
        if state.clients.contains_key(&other) {
            state.reply_to.insert(client, other);
        }
    }

    /// Sends a line to a client.
    pub(super) fn send_reply(&self, client: u32, line: &str) {
        if let Some(outgoing) = self.lock().clients.get(&client) {
            outgoing.send(line);
        }
    }

    /// Sends a result of a client's request, to the client itself or the one set by [`Hub::reply_to`].
    pub(super) fn send_result(&self, client: u32, line: &str) {
        let state = self.lock();
        let to = state.reply_to.get(&client).copied().unwrap_or(client);
        if let Some(outgoing) = state.clients.get(&to) {
            outgoing.send(line);
        }
    }

    pub(super) fn next_request(&self) -> u64 {
        let mut state = self.lock();
        let id = state.next_request;
        state.next_request += 1;
        id
    }

    pub(super) fn begin(&self, id: u64, activity: &Arc<Activity>) {
        self.lock().activities.insert(id, Arc::clone(activity));
    }

    pub(super) fn end(&self, id: u64) {
        self.lock().activities.remove(&id);
    }

    pub(super) fn activity(&self, id: u64) -> Option<Arc<Activity>> {
        self.lock().activities.get(&id).cloned()
    }

    /// Stores parameters for a component.
    pub(super) fn remember(&self, component: &str, key: &'static str, words: Vec<String>) {
        self.lock().parameters.insert((component.to_owned(), key), words);
    }

    /// Stored parameters of a component.
    pub(super) fn recall(&self, component: &str, key: &'static str) -> Vec<String> {
        self.lock().parameters.get(&(component.to_owned(), key)).cloned().unwrap_or_default()
    }

    /// Called when a component starts to follow a poster. Ends the previous following. The result is notified at the end.
    pub(super) fn begin_following(&self, component: &str) -> Arc<Notify> {
        let ended = Arc::new(Notify::new());
        let before = self.lock().following.insert(component.to_owned(), Arc::clone(&ended));
        before.inspect(|before| before.notify_one());
        ended
    }

    /// Ends the following of a poster.
    pub(super) fn end_following(&self, component: &str) {
        if let Some(ended) = self.lock().following.remove(component) {
            ended.notify_one();
        }
    }

    /// Calls a service without waiting for its answer.
    pub(super) fn call_detached(
        self: &Arc<Self>,
        component: &str,
        service: &'static str,
        arguments: Vec<Value>,
    ) {
        let (hub, component) = (Arc::clone(self), component.to_owned());
        tokio::spawn(
            async move { call(&hub.gateway, &Activity::new(), &component, service, arguments).await },
        );
    }

    /// Starts a movement of a pan-tilt unit, without waiting for its end. [rad]
    pub(super) fn begin_movement(self: &Arc<Self>, component: &str, (pan, tilt): (f64, f64)) {
        self.call_detached(component, "set_pan_tilt", vec![pan.into(), tilt.into()]);
    }
}
