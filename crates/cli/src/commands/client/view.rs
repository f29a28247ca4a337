//! `morse view`: serves a page on this computer that shows a run of another process.

use morse_viewer::{RemoteAddress, RemoteViewer, Settings};

use crate::arguments::ViewArguments;
use crate::browser;
use crate::failure::Failure;
use crate::output::standard_output::print;
use crate::signals;

/// Serves the page of the run until Ctrl-C.
pub fn view(arguments: &ViewArguments) -> Result<(), Failure> {
    signals::watch();
    let remote = RemoteAddress::parse(&arguments.address)?;
    let host = remote.host.clone();
    let settings = Settings { address: arguments.page.view_address, port: arguments.page.view_port };
    let viewer = RemoteViewer::start(remote, settings)?;
    print(&format!("The run at {host}\nTo view: {}\nCtrl-C ends it.", viewer.url()))?;
    if arguments.page.open {
        browser::open_as_asked(&viewer.url());
    }
    viewer.run(signals::interrupted).map_err(|error| Failure::Serving(error.to_string()))
}
