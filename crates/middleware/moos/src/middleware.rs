//! The middleware `moos`: implements the engine's middleware interface with clients of MOOSDBs.

use morse_scene::nearest::did_you_mean;
use morse_scene::value::Map;
use morse_scene::wiring::Direction;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, StreamSpec};

use crate::client::{Address, Client, SharedClient, Transport};
use crate::mapping::{self, INPUT_CLASSES, OUTPUT_CLASSES};
use crate::streams::{self, MoosPublisher};

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.moos_datastream.MOOSDatastreamManager";

/// Connects sensors and actuators to variables of MOOSDBs, with one client for each name and database in the scene.
#[derive(Default)]
pub struct MoosMiddleware {
    transport: Option<Transport>,
    endpoints: Vec<Endpoint>,
}

/// Address and variables of a stream.
struct Endpoint {
    component: String,
    address: Address,
    variables: Vec<String>,
}

impl MoosMiddleware {
    /// Creates the middleware. Its thread starts with the first stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The client named by the options of a stream.
    fn client(&mut self, spec: &StreamSpec<'_>) -> Result<SharedClient, String> {
        let address = streams::address(spec)?;
        let transport = match &mut self.transport {
            Some(transport) => transport,
            none => {
                let started = Transport::start();
                none.insert(started.map_err(|error| format!("cannot start the thread of MOOS: {error}"))?)
            }
        };
        Ok(transport.client(address))
    }

    fn add_endpoint(&mut self, spec: &StreamSpec<'_>, client: &Client, variables: Vec<String>) {
        let (component, address) = (spec.component.to_owned(), client.address().clone());
        self.endpoints.push(Endpoint { component, address, variables });
    }

    fn publisher(&mut self, spec: &StreamSpec<'_>) -> Result<MoosPublisher, String> {
        let output = output(spec)?;
        let client = self.client(spec)?;
        let publisher = MoosPublisher::new(spec, output, client.clone())?;
        self.add_endpoint(spec, &client, streams::published_variables(spec, output));
        Ok(publisher)
    }

    fn reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), String> {
        let input = input(spec)?;
        let client = self.client(spec)?;
        streams::open_reader(spec, input, &client, inbox)?;
        let variables = streams::read_variables(spec, input);
        self.add_endpoint(
            spec,
            &client,
            variables.into_iter().map(|(variable, _)| variable.to_owned()).collect(),
        );
        Ok(())
    }

    fn clients(&self) -> impl Iterator<Item = &Client> {
        self.transport.iter().flat_map(Transport::clients)
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
        "{}: {} is not a stream of MOOS in this direction; there are {known}{help}",
        spec.component, spec.class
    )
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "moos", message }
}

impl Middleware for MoosMiddleware {
    fn name(&self) -> &'static str {
        "moos"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        None
    }

    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        let checked = match direction {
            Direction::In => input(spec).map(drop),
            Direction::Out => output(spec).map(drop),
        };
        checked.and_then(|()| streams::address(spec)).map(drop).map_err(error)
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(self.publisher(spec).map_err(error)?))
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.reader(spec, inbox).map_err(error)
    }

    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let own = self.endpoints.iter().filter(|endpoint| endpoint.component == component);
        own.map(|endpoint| {
            let Address { host, port, name } = &endpoint.address;
            [
                ("database", format!("{host}:{port}")),
                ("client", name.clone()),
                ("variables", endpoint.variables.join(" ")),
            ]
            .into()
        })
        .collect()
    }

    fn close_streams(&mut self, component: &str) {
        self.endpoints.retain(|endpoint| endpoint.component != component);
        self.clients().for_each(|client| client.unsubscribe(component));
    }

    fn flush(&mut self) {
        self.clients().for_each(Client::flush);
    }

    fn wait_until_sent(&mut self) {
        self.clients().for_each(Client::wait_until_sent);
    }

    fn finish(&mut self) {
        if let Some(mut transport) = self.transport.take() {
            transport.finish();
        }
    }
}
