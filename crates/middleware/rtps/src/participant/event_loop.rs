//! The thread of a participant: it reads sockets and commands, sends datagrams, and passes events on.

use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mio::{Events, Poll, Token, Waker};

use crate::engine::{ANNOUNCEMENT_PERIOD, Destination, Engine, Event};
use crate::guid::GuidPrefix;
use crate::participant::{Command, Options, Shared};
use crate::sockets::Sockets;

/// Token of the waker. Those of the sockets are smaller.
const WAKER: Token = Token(9);

/// Pause while samples wait for the budget of their destination.
const PACING_PAUSE: Duration = Duration::from_millis(1);

/// Sockets and protocol of a participant.
pub struct EventLoop {
    poll: Poll,
    sockets: Sockets,
    engine: Engine,
    next_tick: Instant,
    /// Time of the next look at the interfaces of the machine.
    next_refresh: Instant,
}

impl EventLoop {
    /// Opens the sockets. Returns also the waker of the thread.
    pub fn open(options: &Options, prefix: GuidPrefix) -> io::Result<(Self, Waker)> {
        let mut sockets = Sockets::open(options.domain, options.localhost_only)?;
        let poll = Poll::new()?;
        sockets.register(poll.registry())?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        let now = Instant::now();
        let (metatraffic, user) = sockets.addresses();
        let user_data = options.user_data.clone();
        let engine = Engine::new(prefix, options.domain, metatraffic, user, user_data, now);
        let event_loop =
            Self { poll, sockets, engine, next_tick: now, next_refresh: now + ANNOUNCEMENT_PERIOD };
        Ok((event_loop, waker))
    }

    /// Runs until the participant leaves.
    pub fn run(mut self, shared: &Shared, mut on_event: impl FnMut(Event)) {
        let mut events = Events::with_capacity(16);
        loop {
            let is_leaving = self.process_commands(shared);
            let now = Instant::now();
            if is_leaving {
                self.engine.leave(now);
            } else if now >= self.next_tick {
                self.refresh(now);
                self.engine.tick(now);
                self.next_tick = now + self.engine.until_tick(now);
            } else {
                self.engine.transmit(now);
            }
            self.flush(&mut on_event);
            if is_leaving {
                return;
            }
            if let Err(error) = self.wait(shared, &mut events) {
                return tracing::error!("the connection to the domain ends: {error}");
            }
            let (sockets, engine) = (&mut self.sockets, &mut self.engine);
            sockets.read(|from, datagram| engine.receive(Instant::now(), from, datagram));
            // An answer may be needed sooner than the next tick.
            let now = Instant::now();
            self.next_tick = self.next_tick.min(now + self.engine.until_tick(now));
        }
    }

    /// Processes commands in their order. Returns whether the participant leaves.
    fn process_commands(&mut self, shared: &Shared) -> bool {
        let commands = std::mem::take(&mut *shared.commands());
        let now = Instant::now();
        for command in commands {
            match command {
                Command::OpenWriter(id, options) => self.engine.open_writer(now, id, &options),
                Command::OpenReader(id, options) => self.engine.open_reader(now, id, &options),
                Command::CloseWriter(id) => self.engine.close_writer(now, id),
                Command::CloseReader(id) => self.engine.close_reader(now, id),
                Command::Write(writer, content, waiting) => {
                    waiting.samples.fetch_sub(1, Ordering::Relaxed);
                    waiting.bytes.fetch_sub(content.payload.len(), Ordering::Relaxed);
                    self.engine.write(now, writer, *content);
                }
                Command::Leave => return true,
            }
        }
        false
    }

    /// Looks for new interfaces from time to time.
    fn refresh(&mut self, now: Instant) {
        if now < self.next_refresh {
            return;
        }
        self.next_refresh = now + ANNOUNCEMENT_PERIOD;
        match self.sockets.refresh() {
            Ok(()) => {
                let (metatraffic, user) = self.sockets.addresses();
                self.engine.set_addresses(now, metatraffic, user);
            }
            Err(error) => tracing::debug!("the interfaces are not known: {error}"),
        }
    }

    /// Sends the datagrams and passes the events on.
    fn flush(&mut self, on_event: &mut impl FnMut(Event)) {
        for datagram in self.engine.take_datagrams() {
            match datagram.to {
                Destination::Everyone => self.sockets.send_to_everyone(&datagram.bytes),
                Destination::Metatraffic(to) => self.sockets.send_discovery(to, &datagram.bytes),
                Destination::User(to) => self.sockets.send_user(to, &datagram.bytes),
            }
        }
        self.engine.take_events().into_iter().for_each(on_event);
    }

    /// Waits for datagrams, commands, the next tick or the budget of a destination.
    fn wait(&mut self, shared: &Shared, events: &mut Events) -> io::Result<()> {
        let mut timeout = self.next_tick.saturating_duration_since(Instant::now());
        if self.engine.is_transmitting() {
            timeout = timeout.min(PACING_PAUSE);
        }
        if self.sockets.is_readable() {
            timeout = Duration::ZERO;
        }
        shared.is_asleep.store(true, Ordering::Release);
        // A command that arrived before the flag was set has not woken the thread.
        if !shared.commands().is_empty() {
            timeout = Duration::ZERO;
        }
        let polled = self.poll.poll(events, Some(timeout));
        shared.is_asleep.store(false, Ordering::Release);
        match polled {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
        events.iter().for_each(|event| self.sockets.mark_readable(event.token()));
        Ok(())
    }
}
