//! The request manager: a text server in the protocol of LAAS's TclServ.

mod answer;
mod caller;
mod client;
mod directory;
mod hub;
mod in_memory;
mod outgoing;
mod overlay_calls;
mod overlays;
mod protocol;
mod server;
#[cfg(test)]
mod tests;
mod tracking;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{ServicesSpec, check_names};

use crate::posters::{OwnPoster, Posters};
use directory::Directory;
pub use in_memory::InMemoryServer;
use server::Server;

/// Default port: that of TclServ plus one, as in MORSE 1.4.
pub(crate) const PORT: u16 = 9473;

/// Services of a scene, and their server.
#[derive(Default)]
pub(crate) struct Requests {
    directory: Arc<Mutex<Directory>>,
    server: Option<Server>,
    /// Empty posters of overlays. Their existence shows clients that a module runs.
    control: Vec<OwnPoster>,
}

/// Checks the name of a component, and its overlay, which has no arguments.
pub(crate) fn check(spec: &ServicesSpec<'_>) -> Result<(), String> {
    if spec.component.contains("::") || spec.component.contains(char::is_whitespace) {
        return Err(format!(
            "{}: names with `::` or blanks cannot be requested over pocolibs",
            spec.component
        ));
    }
    let Some(entry) = spec.overlay else { return Ok(()) };
    overlays::of_class(&entry.class)?;
    check_names(&format!("{}: {}", spec.component, entry.class), "argument", &entry.arguments, &[])
}

impl Requests {
    /// Registers the services of a component.
    pub(crate) fn open(&mut self, spec: &ServicesSpec<'_>, posters: Option<&Posters>) -> Result<(), String> {
        let mut directory = self.directory.lock().unwrap_or_else(PoisonError::into_inner);
        check(spec)?;
        directory.add_component(spec);
        if let Some(entry) = spec.overlay {
            let overlay = overlays::of_class(&entry.class)?;
            directory.add_overlay(overlay, spec.component)?;
            if let Some(posters) = posters {
                self.control.push(posters.create(overlay.control_poster, overlays::CONTROL_POSTER_BYTES));
            }
        }
        Ok(())
    }

    /// Whether any service is registered.
    pub(crate) fn is_used(&self) -> bool {
        !self.directory.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Starts the server.
    pub(crate) fn start(
        &mut self,
        gateway: Gateway,
        bind: IpAddr,
        port: u16,
        posters: Arc<Posters>,
    ) -> Result<(), String> {
        self.server = Some(Server::start(bind, port, gateway, Arc::clone(&self.directory), posters)?);
        Ok(())
    }

    /// Ends the server.
    pub(crate) fn finish(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.finish();
        }
        self.control.clear();
    }
}
