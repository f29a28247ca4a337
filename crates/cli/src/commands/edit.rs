//! `morse edit`: the scene editor in the browser.

mod describing;
mod names;
mod palette;
mod placing;
mod scene_file;
mod services;
mod session;

use std::thread;
use std::time::Duration;

use morse::LoadOptions;
use morse_viewer::{EditorViewer, Settings};

use crate::arguments::EditArguments;
use crate::browser;
use crate::failure::Failure;
use crate::output::log;
use crate::output::standard_output::print;
use crate::{scene_loading, signals};
use scene_file::EditedFile;
use services::Services;
use session::Session;

/// Time between two looks for requests of pages.
const PERIOD: Duration = Duration::from_millis(15);

/// Serves the editor of a scene until Ctrl-C.
pub fn edit(arguments: &EditArguments) -> Result<(), Failure> {
    signals::watch();
    let scene = scene_loading::find(&arguments.scene)?.trusted(arguments.trust.trust())?;
    let options = LoadOptions {
        parameters: arguments.parameters.parameters(),
        trust: arguments.trust.trust(),
        ..scene_loading::load_options(&arguments.python)
    };
    let file = EditedFile::open(scene, arguments.output.clone())?;
    let name = file.name();
    let session = Session::open(file, options)?;
    let wanted = arguments.page.view_port;
    let settings = Settings { address: arguments.page.view_address, port: wanted };
    let viewer = EditorViewer::start(settings, &name, session.scene().document(), session.simulation())
        .map_err(|error| Failure::Serving(error.to_string()))?;
    let port = viewer.address().port();
    if wanted != 0 && port != wanted {
        log::notice(&format!("Port {wanted} is in use; the page is served on port {port}."));
    }
    print(&format!(
        "Editing {}\nTo edit: {}\nCtrl-C ends it.",
        session.file().target().display(),
        viewer.url()
    ))?;
    if arguments.page.open {
        browser::open_as_asked(&viewer.url());
    }
    let mut services = Services::new(session, viewer);
    while !signals::interrupted() {
        services.serve();
        thread::sleep(PERIOD);
    }
    if services.is_unsaved() {
        log::notice("The editor ends; changes that were not saved are lost.");
    }
    Ok(())
}
