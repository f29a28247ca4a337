//! Reads keys from the terminal of the command.

use std::fs::File;
use std::io::{self, IsTerminal, stdin};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use console::Term;
use morse_scene::value::Value;
use morse_sim::contract::property::PropertyType;
use morse_sim::engine::devices::Key;
use morse_sim::transport::request::Gateway;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

use super::held_keys::HeldKeys;
use super::send;

/// The terminal settings before its keys were read.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// A practically infinite waiting time.
const LONG: Duration = Duration::from_secs(3600);

/// Restores the terminal settings if they were changed. Also called before the process exits early.
pub fn restore() {
    let before = BEFORE.lock().ok().and_then(|mut before| before.take());
    if let Some(before) = before
        && let Err(error) = tcsetattr(stdin(), OptionalActions::Now, &before)
    {
        tracing::debug!("the terminal settings cannot be restored: {error}");
    }
}

/// The terminal while its keys are read.
pub struct Terminal(());

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

impl Terminal {
    /// Starts reading keys for the named components; without names, nothing is logged about keys. `None` if no keys can be read: standard input is not a terminal, or
    /// the terminal belongs to another process.
    pub fn open(listeners: &str, gateway: &Gateway) -> Option<Self> {
        if !stdin().is_terminal() || tcgetpgrp(stdin()).ok() != Some(rustix::process::getpgrp()) {
            if !listeners.is_empty() {
                tracing::info!(
                    "There is no terminal to read keys from for {listeners}; clients can hold keys"
                );
            }
            return None;
        }
        let terminal = match open_terminal() {
            Ok(terminal) => terminal,
            Err(error) => {
                tracing::warn!("the keys of this terminal cannot be read for {listeners}: {error}");
                return None;
            }
        };
        let (sender, pressed) = channel();
        let gateway = gateway.clone();
        // Restores the terminal when dropped, also if a thread cannot be started.
        let guard = Self(());
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
        };
        // This thread blocks in a read that cannot be interrupted; it ends with the process.
        let read_keys = move || {
            while let Ok(key) = terminal.read_key() {
                if let Some(key) = convert(&key)
                    && sender.send(key).is_err()
                {
                    break;
                }
            }
        };
        let started = start("held keys", Box::new(move || forward(&pressed, &gateway)))
            .and_then(|()| start("terminal", Box::new(read_keys)));
        if let Err(error) = started {
            tracing::warn!("no thread can be started to read the keys for {listeners}: {error}");
            return None;
        }
        if !listeners.is_empty() {
            tracing::info!("Keys pressed in this terminal are for {listeners}");
        }
        Some(guard)
    }
}

/// Opens the terminal, even if standard output is redirected, and disables line buffering and echo.
fn open_terminal() -> io::Result<Term> {
    let terminal = File::options().read(true).write(true).open("/dev/tty")?;
    let terminal = Term::read_write_pair(terminal.try_clone()?, terminal);
    let before = tcgetattr(stdin())?;
    let mut raw = before.clone();
    raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    if let Ok(mut kept) = BEFORE.lock() {
        *kept = Some(before);
    }
    tcsetattr(stdin(), OptionalActions::Now, &raw)?;
    Ok(terminal)
}

/// Sends key events to the simulation until it ends.
fn forward(pressed: &Receiver<Key>, gateway: &Gateway) {
    let mut held = HeldKeys::default();
    loop {
        let wait = held.next().map_or(LONG, |next| next.saturating_duration_since(Instant::now()));
        let events = match pressed.recv_timeout(wait) {
            Ok(key) => held.press(key, Instant::now()).into_iter().collect(),
            Err(RecvTimeoutError::Timeout) => held.release_expired(Instant::now()),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !events.into_iter().all(|event| send(gateway, event)) {
            return;
        }
    }
}

/// Converts a key; `None` if components cannot read it.
fn convert(key: &console::Key) -> Option<Key> {
    Some(match key {
        console::Key::ArrowUp => Key::Up,
        console::Key::ArrowDown => Key::Down,
        console::Key::ArrowLeft => Key::Left,
        console::Key::ArrowRight => Key::Right,
        console::Key::PageUp => Key::PageUp,
        console::Key::PageDown => Key::PageDown,
        console::Key::Home => Key::Home,
        console::Key::End => Key::End,
        console::Key::Insert => Key::Insert,
        console::Key::Enter => Key::Enter,
        console::Key::Char(' ') => Key::Space,
        console::Key::Char(letter) => {
            // Letter keys are named after the letters.
            return Key::from_value(&Value::Text(letter.to_ascii_uppercase().to_string()));
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_converted_in_both_cases_and_unknown_keys_are_not() {
        assert_eq!(convert(&console::Key::Char('t')), Some(Key::T));
        assert_eq!(convert(&console::Key::Char('T')), Some(Key::T));
        assert_eq!(convert(&console::Key::PageDown), Some(Key::PageDown));
        assert_eq!(convert(&console::Key::Char(' ')), Some(Key::Space));
        assert_eq!(convert(&console::Key::Char('q')), Some(Key::Q));
        assert_eq!(convert(&console::Key::Enter), Some(Key::Enter));
        assert_eq!(convert(&console::Key::Char('7')), None);
        assert_eq!(convert(&console::Key::Tab), None);
    }
}
