//! The middleware `pocolibs`: implements the engine's middleware interface with posters and a text server.

use std::net::IpAddr;
use std::sync::Arc;

use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, ServicesSpec, StreamSpec};

use crate::h2::{COM_LIB_MAJOR, InitSize, Location};
use crate::mapping::{self, INPUT_CLASSES, OUTPUT_CLASSES};
use crate::posters::{Posters, ReadPoster, Settings};
use crate::requests::{self, PORT, Requests};
use crate::streams::{self, Options};
use crate::{REQUEST_MANAGER, STREAM_MANAGER};

/// Names of the stream manager's options.
const OPTIONS: [&str; 4] = ["h2dev_dir", "h2_init", "com_lib_major", "port"];

/// Connects sensors and actuators to posters in shared memory, and serves requests as lines of text.
pub struct PocolibsMiddleware {
    bind: IpAddr,
    port: u16,
    folder: Option<String>,
    com_lib_major: u32,
    init: Option<InitSize>,
    posters: Option<Arc<Posters>>,
    open: Vec<OpenStream>,
    requests: Requests,
}

/// An open stream.
struct OpenStream {
    component: String,
    poster: String,
    structure: &'static str,
    is_output: bool,
    /// Poster that an actuator reads until this is dropped.
    _reading: Option<ReadPoster>,
}

impl PocolibsMiddleware {
    /// Creates a middleware whose request manager listens on this address.
    #[must_use]
    pub fn new(bind: IpAddr) -> Self {
        Self {
            bind,
            port: PORT,
            folder: None,
            com_lib_major: COM_LIB_MAJOR,
            init: None,
            posters: None,
            open: Vec::new(),
            requests: Requests::default(),
        }
    }

    fn location(&self) -> Result<Location, String> {
        match &self.folder {
            Some(folder) => Ok(Location::in_folder(folder.as_ref(), self.com_lib_major)),
            None => Location::from_environment(self.com_lib_major).map_err(|error| error.to_string()),
        }
    }

    /// The posters. Their thread starts with the first call.
    fn posters(&mut self) -> Result<Arc<Posters>, String> {
        if let Some(posters) = &self.posters {
            return Ok(Arc::clone(posters));
        }
        let settings = Settings { location: self.location()?, init: self.init };
        let posters = Posters::start(settings);
        let posters = posters.map_err(|error| format!("cannot start the thread of the posters: {error}"))?;
        let posters = Arc::new(posters);
        self.posters = Some(Arc::clone(&posters));
        Ok(posters)
    }

    fn add_stream(&mut self, spec: &StreamSpec<'_>, structure: &'static str, reading: Option<ReadPoster>) {
        let poster = spec.options.get("poster").and_then(Value::as_str).unwrap_or(spec.component);
        self.open.push(OpenStream {
            component: spec.component.to_owned(),
            poster: poster.to_owned(),
            structure,
            is_output: reading.is_none(),
            _reading: reading,
        });
    }

    fn publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, String> {
        let output = output(spec)?;
        let name = spec.options.get("poster").and_then(Value::as_str).unwrap_or(spec.component);
        if let Some(other) = self.open.iter().find(|other| other.is_output && other.poster == name) {
            return Err(format!(
                "{}: {} writes the poster {name} already; give one of them a different `poster`",
                spec.component, other.component
            ));
        }
        let publisher = streams::open_publisher(spec, output, &*self.posters()?)?;
        self.add_stream(spec, output.structure(), None);
        Ok(publisher)
    }

    fn reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), String> {
        let input = input(spec)?;
        let posters = self.posters()?;
        let reading = streams::open_reader(spec, input, &posters, inbox)?;
        let options = Options::new(spec, &["delay", "struct", "tracking_state"]);
        let name = options.poster()?;
        if options.flag("delay")? == Some(false) && !posters.has(name) {
            return Err(format!("{}: there is no poster {name}, and `delay` is False", spec.component));
        }
        self.add_stream(spec, input.structure(), Some(reading));
        Ok(())
    }

    fn set_option(&mut self, key: &str, value: &Value) -> Result<(), String> {
        let wrong = |what: &str| format!("`{key}` must be {what}, not {}", value.type_name());
        match key {
            "h2dev_dir" => {
                let folder = value.as_str().filter(|folder| !folder.is_empty());
                self.folder = Some(folder.ok_or_else(|| wrong("a folder"))?.to_owned());
            }
            "h2_init" => {
                let init = value.as_bool().ok_or_else(|| wrong("True or False"))?;
                self.init = init.then(InitSize::default);
            }
            "com_lib_major" => {
                let major = value.as_i64().and_then(|major| u32::try_from(major).ok());
                self.com_lib_major = major.ok_or_else(|| wrong("a version"))?;
            }
            "port" => {
                let port = value.as_i64().and_then(|port| u16::try_from(port).ok());
                self.port = port.ok_or_else(|| wrong("a port from 0 to 65535"))?;
            }
            // Unknown options are reported, and not passed on.
            _ => {}
        }
        Ok(())
    }
}

fn output(spec: &StreamSpec<'_>) -> Result<mapping::Output, String> {
    let output = mapping::output(spec.class);
    output.ok_or_else(|| no_such(spec, OUTPUT_CLASSES.iter().map(|(class, _)| *class)))
}

fn input(spec: &StreamSpec<'_>) -> Result<mapping::Input, String> {
    let input = mapping::input(spec.class);
    input.ok_or_else(|| no_such(spec, INPUT_CLASSES.iter().map(|(class, _)| *class)))
}

fn no_such<'a>(spec: &StreamSpec<'_>, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let help = did_you_mean(spec.class, known.clone()).map(|help| format!("; {help}")).unwrap_or_default();
    let known = known.collect::<Vec<_>>().join(", ");
    format!(
        "{}: {} is not a stream of pocolibs in this direction; there are {known}{help}",
        spec.component, spec.class
    )
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "pocolibs", message }
}

impl Middleware for PocolibsMiddleware {
    fn name(&self) -> &'static str {
        "pocolibs"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        Some(REQUEST_MANAGER)
    }

    fn manager_options(&self) -> &'static [&'static str] {
        &OPTIONS
    }

    fn check_manager(&self, options: &Map) -> Result<(), MiddlewareError> {
        // The settings of a middleware that opens nothing.
        let mut settings = Self::new(self.bind);
        options.iter().try_for_each(|(key, value)| settings.set_option(key, value)).map_err(error)
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        let checked = match direction {
            Direction::In => input(spec).and_then(|input| streams::check_reader(spec, input)),
            Direction::Out => output(spec).and_then(|output| streams::check_publisher(spec, output)),
        };
        checked.map_err(error)
    }

    fn check_services(&self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        requests::check(spec).map_err(error)
    }

    fn configure(&mut self, options: &Map) -> Result<(), MiddlewareError> {
        options.iter().try_for_each(|(key, value)| self.set_option(key, value)).map_err(error)
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.publisher(spec).map_err(error)
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.reader(spec, inbox).map_err(error)
    }

    fn open_services(&mut self, spec: &ServicesSpec<'_>) -> Result<(), MiddlewareError> {
        let posters = match spec.overlay {
            Some(_) => Some(self.posters().map_err(error)?),
            None => self.posters.clone(),
        };
        self.requests.open(spec, posters.as_deref()).map_err(error)
    }

    fn start(&mut self, gateway: Gateway) -> Result<(), MiddlewareError> {
        if self.requests.is_used() {
            let posters = self.posters().map_err(error)?;
            self.requests.start(gateway, self.bind, self.port, posters).map_err(error)?;
        }
        Ok(())
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let own = self.open.iter().filter(|stream| stream.component == component);
        own.map(|stream| [("poster", stream.poster.as_str()), ("struct", stream.structure)].into()).collect()
    }

    fn close_streams(&mut self, component: &str) {
        self.open.retain(|stream| stream.component != component);
    }

    fn flush(&mut self) {
        if let Some(posters) = &self.posters {
            posters.round();
        }
    }

    fn wait_until_sent(&mut self) {
        if let Some(posters) = &self.posters {
            posters.wait_until_written();
        }
    }

    fn finish(&mut self) {
        self.requests.finish();
        self.open.clear();
        if let Some(posters) = self.posters.take() {
            posters.finish();
        }
    }
}
