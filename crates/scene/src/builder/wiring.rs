//! Builder methods for the streams, services, modifiers and overlays of an object.

use crate::builder::{ObjectBuilder, SceneBuilder, caller};
use crate::document::{ObjectKind, Source};
use crate::nearest::did_you_mean;
use crate::value::Map;
use crate::wiring::{Direction, ModifierEntry, OverlayEntry, StreamEntry};

/// Builder classes without streams.
const WITHOUT_STREAMS: &[&str] = &["Keyboard", "Joystick", "Drag"];

/// Options of a stream beyond its middleware.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamOptions {
    /// Class path of the stream; `None` selects the default stream of the component.
    pub class: Option<String>,
    /// Options of the stream, such as `port` and `topic`.
    pub options: Map,
}

/// Class and arguments of a modifier.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModifierOptions {
    /// Class path of the modifier; `None` selects the class of its short name.
    pub class: Option<String>,
    /// Arguments of the modifier.
    pub arguments: Map,
}

impl ObjectBuilder<'_, '_> {
    /// Adds a stream of the data of the component on a middleware.
    #[track_caller]
    pub fn stream(&mut self, middleware: &str) -> &mut Self {
        let source = caller();
        self.add_stream(middleware, StreamOptions::default(), source)
    }

    /// Adds a stream of the data of the component on a middleware, with options.
    #[track_caller]
    pub fn stream_with(&mut self, middleware: &str, options: StreamOptions) -> &mut Self {
        let source = caller();
        self.add_stream(middleware, options, source)
    }

    /// Offers the services of the object on a middleware.
    #[track_caller]
    pub fn service(&mut self, middleware: &str) -> &mut Self {
        let (source, name) = (caller(), self.name());
        self.scene.add_service(&name, middleware, source);
        self
    }

    /// Offers the services of the object on a middleware, and adds a stream if the component has data.
    #[track_caller]
    pub fn interface(&mut self, middleware: &str) -> &mut Self {
        let (source, name) = (caller(), self.name());
        self.scene.add_service(&name, middleware, source.clone());
        if self.has_streams() {
            self.add_stream(middleware, StreamOptions::default(), source);
        }
        self
    }

    /// Gives all components of a robot a stream and services on a middleware when the scene is built. Components that
    /// already have a stream on it keep that stream. A later call replaces an earlier one.
    #[track_caller]
    pub fn default_interface(&mut self, middleware: &str) -> &mut Self {
        let (source, robot) = (caller(), self.name());
        self.scene.set_default_interface(robot, middleware, source);
        self
    }

    /// Adds a modifier of the data by its short name, such as `Noise` or `NED`. Modifiers apply in the order of the
    /// calls.
    #[track_caller]
    pub fn alter(&mut self, modifier: &str) -> &mut Self {
        let source = caller();
        self.add_modifier(modifier, ModifierOptions::default(), source)
    }

    /// Adds a modifier with arguments, or by class path.
    #[track_caller]
    pub fn alter_with(&mut self, modifier: &str, options: ModifierOptions) -> &mut Self {
        let source = caller();
        self.add_modifier(modifier, options, source)
    }

    /// Adds an overlay to the services of the object on a middleware.
    #[track_caller]
    pub fn overlay(&mut self, middleware: &str, class: &str, arguments: Map) -> &mut Self {
        let (source, name) = (caller(), self.name());
        match self.scene.request_manager(middleware) {
            Ok(manager) => {
                let document = &mut self.scene.document;
                let entry = OverlayEntry { class: class.to_owned(), arguments };
                document.overlays.entry(manager.clone()).or_default().insert(name.clone(), entry);
                document.wiring_sources.overlays.entry(manager).or_default().insert(name, Some(source));
            }
            Err(message) => self.scene.fail(Some(name), source, message),
        }
        self
    }

    pub(super) fn has_streams(&mut self) -> bool {
        let object = self.object();
        object.kind.is_component()
            && object.builder.as_deref().is_none_or(|builder| !WITHOUT_STREAMS.contains(&builder))
    }

    pub(super) fn add_stream(
        &mut self,
        middleware: &str,
        options: StreamOptions,
        source: Source,
    ) -> &mut Self {
        let name = self.name();
        match self.stream_entry(middleware, options) {
            Ok((entry, level)) => {
                if level.is_some() {
                    self.object().level = level;
                }
                let document = &mut self.scene.document;
                document.component_datastream.entry(name.clone()).or_default().push(entry);
                document.wiring_sources.component_datastream.entry(name).or_default().push(Some(source));
            }
            Err(message) => self.scene.fail(Some(name), source, message),
        }
        self
    }

    /// Creates the entry of a stream, and returns the level that the component gets with it.
    fn stream_entry(
        &mut self,
        middleware: &str,
        options: StreamOptions,
    ) -> Result<(StreamEntry, Option<String>), String> {
        let manager = self.scene.manager(middleware)?;
        if !self.has_streams() {
            return Err("it has no data to stream".to_owned());
        }
        let direction = self.direction()?;
        let StreamOptions { class, options } = options;
        if let Some(class) = class {
            return Ok((StreamEntry { manager, class, direction, options }, None));
        }
        let object = self.object();
        let component = object.class.clone().ok_or("it has no class, and so no default stream")?;
        let level = object.level.clone();
        let stream = self
            .scene
            .wiring
            .default_stream(&component, level.as_deref(), middleware, direction)
            .map_err(|error| error.to_string())?;
        let entry = StreamEntry { manager, class: stream.class.to_owned(), direction, options };
        Ok((entry, stream.level.map(str::to_owned)))
    }

    fn add_modifier(&mut self, modifier: &str, options: ModifierOptions, source: Source) -> &mut Self {
        let name = self.name();
        match self.modifier_entry(modifier, options) {
            Ok(entry) => {
                let document = &mut self.scene.document;
                document.component_modifier.entry(name.clone()).or_default().push(entry);
                document.wiring_sources.component_modifier.entry(name).or_default().push(Some(source));
            }
            Err(message) => self.scene.fail(Some(name), source, message),
        }
        self
    }

    fn modifier_entry(&mut self, modifier: &str, options: ModifierOptions) -> Result<ModifierEntry, String> {
        let direction = self.direction()?;
        let ModifierOptions { class, arguments } = options;
        if let Some(class) = class {
            return Ok(ModifierEntry { class, direction, arguments });
        }
        let component = self.object().class.clone().unwrap_or_default();
        let wiring = self.scene.wiring;
        if let Some(class) = wiring.modifier(modifier, &component) {
            return Ok(ModifierEntry { class: class.to_owned(), direction, arguments });
        }
        if wiring.modifier_aliases().any(|alias| alias == modifier) {
            let fitting: Vec<&str> = wiring.components_of_modifier(modifier).collect();
            return Err(format!("`{modifier}` does not fit `{component}`; it fits {}", fitting.join(", ")));
        }
        Err(unknown("modifier", modifier, wiring.modifier_aliases()))
    }

    fn direction(&mut self) -> Result<Direction, String> {
        match self.object().kind {
            ObjectKind::Sensor => Ok(Direction::Out),
            ObjectKind::Actuator => Ok(Direction::In),
            other => Err(format!("it is {}: only sensors and actuators have data", other.with_article())),
        }
    }
}

impl SceneBuilder<'_> {
    pub(super) fn add_service(&mut self, name: &str, middleware: &str, source: Source) {
        match self.request_manager(middleware) {
            Ok(manager) => {
                self.document.component_service.entry(name.to_owned()).or_default().push(manager);
                let sources = &mut self.document.wiring_sources.component_service;
                sources.entry(name.to_owned()).or_default().push(Some(source));
            }
            Err(message) => self.fail(Some(name.to_owned()), source, message),
        }
    }

    pub(super) fn manager(&self, middleware: &str) -> Result<String, String> {
        let known = || self.wiring.middlewares();
        self.wiring
            .manager(middleware)
            .map(str::to_owned)
            .ok_or_else(|| unknown("middleware", middleware, known()))
    }

    fn request_manager(&self, middleware: &str) -> Result<String, String> {
        let known = || self.wiring.service_middlewares();
        let manager = self.wiring.request_manager(middleware).map(str::to_owned);
        manager.ok_or_else(|| unknown("middleware with services", middleware, known()))
    }
}

fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let help = did_you_mean(name, known.iter().copied()).map_or_else(String::new, |help| format!(", {help}"));
    format!("there is no {kind} `{name}`{help}; known: {}", known.join(", "))
}
