//! Opens pages in the browser of the user.

use std::process::{Command, Stdio};

use crate::output::log;

/// Opens a page in the browser, if there is a screen to show it on. Returns whether a browser was asked.
pub fn open(url: &str) -> bool {
    if cfg!(target_os = "macos") {
        return starts(Command::new("open").arg(url));
    }
    if cfg!(windows) {
        return starts(Command::new("explorer").arg(url));
    }
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    has_screen && starts(Command::new("xdg-open").arg(url))
}

/// Opens a page for the option `--open`. Logs the address where no browser can be started.
pub fn open_as_asked(url: &str) {
    if !open(url) {
        log::notice(&format!("No browser can be opened here; the page is {url}"));
    }
}

fn starts(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
