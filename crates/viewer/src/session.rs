//! The connection of one viewer.
//!
//! It is sent the newest state whenever its connection takes more. A viewer that does not read holds up its own session
//! only, and none of it grows.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::hub::Hub;
use crate::messages;
use crate::requests::{PageMessage, PageRequest, Reply};
use crate::run_facts::Status;

/// Most viewers at a time.
pub const VIEWERS_MAX: usize = 16;
/// Answers that wait for a page to read them.
const ANSWERS_MAX: usize = 64;
/// A viewer that takes nothing for so long is disconnected.
const STALLED: Duration = Duration::from_secs(20);
/// Number of malformed messages after which a viewer is disconnected.
const RUBBISH_MAX: usize = 20;

/// The connection is lost, or was closed.
struct Gone;

/// The state that a viewer has been sent.
#[derive(Default)]
struct Sent {
    structure: u64,
    poses: u64,
    change: u64,
    log: u64,
    status: Option<Status>,
}

struct Session {
    hub: Arc<Hub>,
    socket: WebSocket,
    viewer: u64,
    reply: Reply,
    sent: Sent,
    wanted: BTreeMap<String, u64>,
    rubbish: usize,
}

/// Serves a viewer until it leaves. `run` identifies this run.
pub async fn serve(hub: Arc<Hub>, mut socket: WebSocket, run: String) {
    let Some(viewer) = hub.enter(VIEWERS_MAX) else {
        let reason =
            format!("{VIEWERS_MAX} viewers are connected already: close one of them and reload this page");
        let refused = Message::Text(messages::refused(&reason).into());
        let close =
            Message::Close(Some(CloseFrame { code: close_code::AGAIN, reason: Utf8Bytes::default() }));
        let _ = timeout(STALLED, socket.send(refused)).await;
        let _ = timeout(STALLED, socket.send(close)).await;
        return;
    };
    let (sender, answers) = mpsc::channel(ANSWERS_MAX);
    let mut session = Session {
        hub: Arc::clone(&hub),
        socket,
        viewer,
        reply: Reply(sender),
        sent: Sent::default(),
        wanted: BTreeMap::new(),
        rubbish: 0,
    };
    let Gone = session.run(answers, &run).await;
    hub.leave(viewer);
}

impl Session {
    async fn run(&mut self, mut answers: mpsc::Receiver<String>, run: &str) -> Gone {
        let mut changes = self.hub.changes();
        if let Err(gone) = self.send(messages::hello(&self.hub.info, run)).await {
            return gone;
        }
        changes.mark_changed();
        loop {
            let done = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.receive(message).await,
                    _ => Err(Gone),
                },
                changed = changes.changed() => match changed {
                    Ok(()) => self.update().await,
                    Err(_) => Err(Gone),
                },
                Some(answer) = answers.recv() => self.send(answer).await,
            };
            if let Err(gone) = done {
                return gone;
            }
        }
    }

    async fn send(&mut self, text: String) -> Result<(), Gone> {
        self.send_message(Message::Text(text.into())).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(STALLED, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Gone),
            Err(_) => {
                tracing::info!("A viewer has taken nothing for {} s and is disconnected.", STALLED.as_secs());
                Err(Gone)
            }
        }
    }

    /// Sends what has changed since the last time.
    async fn update(&mut self) -> Result<(), Gone> {
        let (messages, has_ended) = self.news();
        for message in messages {
            self.send_message(message).await?;
        }
        if has_ended { Err(Gone) } else { Ok(()) }
    }

    fn news(&mut self) -> (Vec<Message>, bool) {
        let mut news = Vec::new();
        let text = |text: String| Message::Text(text.into());
        let state = self.hub.state();
        let structure = Arc::clone(&state.structure);
        let sent = &mut self.sent;
        if structure.version > sent.structure {
            let removed = state.removed.iter().filter(|(version, _)| *version > sent.structure);
            let removed: Vec<u32> = removed.map(|&(_, number)| number).collect();
            news.push(text(messages::structure(&structure, &removed)));
            sent.structure = structure.version;
        }
        if sent.status != Some(state.status) {
            news.push(text(messages::status(&state.status)));
            sent.status = Some(state.status);
        }
        if state.poses.change() > sent.poses {
            news.push(Message::Binary(state.poses.message(sent.poses, &state.moment).into()));
            sent.poses = state.poses.change();
        }
        if state.change > sent.change {
            let looks = state.looks.values().filter(|(change, _)| *change > sent.change);
            news.extend(looks.map(|(_, look)| text(look.clone())));
            sent.change = state.change;
        }
        for (name, seen) in &mut self.wanted {
            if let Some((change, reading)) = state.readings.get(name)
                && *change > *seen
            {
                *seen = *change;
                news.push(text(reading.text.clone()));
                news.extend(reading.binary.iter().map(|binary| Message::Binary(binary.clone())));
            }
        }
        let has_ended = state.ended;
        drop(state);
        let lines = self.hub.log_after(sent.log);
        if let Some(last) = lines.last() {
            sent.log = last.number;
            news.push(text(messages::log(&lines)));
        }
        if has_ended {
            news.push(text(messages::end()));
        }
        (news, has_ended)
    }

    async fn receive(&mut self, message: Message) -> Result<(), Gone> {
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(Gone),
            Message::Binary(_) => return self.rubbish("a page sends text").await,
        };
        match PageMessage::parse(&text) {
            Ok(PageMessage::Subscribe { components }) => {
                let before = std::mem::take(&mut self.wanted);
                let seen = |name: &String| before.get(name).copied().unwrap_or_default();
                self.wanted = components.into_iter().map(|name| (name.clone(), seen(&name))).collect();
                self.hub.want(self.viewer, self.wanted.keys().cloned().collect());
                Ok(())
            }
            Ok(message) => {
                let reply = self.reply.clone();
                let request = PageRequest { viewer: self.viewer, message, reply };
                if let Err(PageRequest { message, reply, .. }) = self.hub.request(request) {
                    let id = if let PageMessage::Call { id, .. } = message { Some(id) } else { None };
                    reply.refuse(id, "too many requests wait for the simulation; try again");
                }
                Ok(())
            }
            Err(error) => self.rubbish(&error).await,
        }
    }

    /// Answers a message that makes no sense.
    async fn rubbish(&mut self, error: &str) -> Result<(), Gone> {
        self.rubbish += 1;
        self.reply.refuse(None, &format!("this message is not understood: {error}"));
        if self.rubbish < RUBBISH_MAX {
            return Ok(());
        }
        let reason = Utf8Bytes::from_static("too many messages that are not understood");
        let close = Message::Close(Some(CloseFrame { code: close_code::POLICY, reason }));
        self.send_message(close).await?;
        Err(Gone)
    }
}
