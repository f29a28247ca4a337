//! Builds scene documents in Rust, as the Python Builder does from scripts.
//!
//! Calls can be chained and do not fail. Errors are collected with the line of the call, and [`SceneBuilder::build`]
//! returns all of them.

mod default_interface;
mod error;
pub(crate) mod object;
#[cfg(test)]
mod tests;
mod wiring;

pub use crate::builder::error::{BuildError, BuildErrors};
pub use crate::builder::object::ObjectBuilder;
pub use crate::builder::wiring::{ModifierOptions, StreamOptions};

use std::panic::Location;

use crate::builder::default_interface::DefaultInterface;
use crate::description::{Catalog, Kind};
use crate::document::{Document, Environment, ModelReference, Object, ObjectKind, Shape, Source};
use crate::value::{Map, Value};
use crate::wiring::wiring_table::WiringTable;

/// A scene under construction.
///
/// ```
/// # use morse_scene::{Catalog, WiringTable, builder::SceneBuilder};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let catalog = Catalog::from_json(include_str!("test_scene/catalog.json"))?;
/// let wiring = WiringTable::built_in()?;
/// let mut scene = SceneBuilder::new(&catalog, &wiring);
/// let mut robot = scene.robot("robot", "ATRV");
/// robot.translate([1.0, 0.0, 0.0]);
/// robot.sensor("pose", "Pose").stream("socket").alter("Noise");
/// robot.actuator("waypoint", "Waypoint").interface("socket");
/// scene.environment("empty").fastmode = true;
/// let document = scene.build()?;
/// assert_eq!(document.objects[1].name, "robot.pose");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct SceneBuilder<'c> {
    catalog: &'c Catalog,
    wiring: &'c WiringTable,
    document: Document,
    default_interfaces: Vec<DefaultInterface>,
    errors: Vec<BuildError>,
}

impl<'c> SceneBuilder<'c> {
    /// Creates an empty scene that can use the components of a catalog.
    #[must_use]
    pub fn new(catalog: &'c Catalog, wiring: &'c WiringTable) -> Self {
        let generator = concat!("morse-scene ", env!("CARGO_PKG_VERSION"));
        let document = Document { generator: Some(generator.to_owned()), ..Document::default() };
        Self { catalog, wiring, document, default_interfaces: Vec::new(), errors: Vec::new() }
    }

    /// Sets the environment, and returns its settings.
    #[track_caller]
    pub fn environment(&mut self, file: &str) -> &mut Environment {
        let environment = &mut self.document.environment;
        file.clone_into(&mut environment.file);
        environment.source = Some(caller());
        environment
    }

    /// Adds a robot of a builder class of the catalog, such as `ATRV`.
    #[track_caller]
    pub fn robot(&mut self, name: &str, builder: &str) -> ObjectBuilder<'_, 'c> {
        let source = caller();
        let object = self.described_object(name, None, builder, Kind::Robot, &source);
        self.add(object, source)
    }

    /// Adds an object of a model file, such as `props/objects`.
    #[track_caller]
    pub fn passive_object(&mut self, name: &str, file: &str) -> ObjectBuilder<'_, 'c> {
        let model = ModelReference { file: file.to_owned(), ..ModelReference::default() };
        let builder = Some("PassiveObject".to_owned());
        self.add(Object { model: Some(model), builder, ..Object::new(name, ObjectKind::Object) }, caller())
    }

    /// Adds a primitive shape.
    #[track_caller]
    pub fn primitive(&mut self, name: &str, shape: Shape) -> ObjectBuilder<'_, 'c> {
        self.add(Object { shape: Some(shape), ..Object::new(name, ObjectKind::Object) }, caller())
    }

    /// Adds a zone of a type, such as `Charging`: an axis-aligned box in the world whose half extents are its scale. [m]
    #[track_caller]
    pub fn zone(&mut self, name: &str, zone_type: &str) -> ObjectBuilder<'_, 'c> {
        let mut object = Object::new(name, ObjectKind::Zone);
        object.builder = Some("Zone".to_owned());
        object.shape = Some(Shape::Cube { half_extents: [1.0; 3] });
        object.visual.visible = Some(false);
        object.properties = Map::from([("Zone_Tag", Value::from(true)), ("Type", Value::from(zone_type))]);
        self.add(object, caller())
    }

    /// Sets options of the datastream manager of a middleware.
    #[track_caller]
    pub fn stream_manager<V: Into<Value>>(
        &mut self,
        middleware: &str,
        options: impl IntoIterator<Item = (&'static str, V)>,
    ) -> &mut Self {
        let source = caller();
        match self.manager(middleware) {
            Ok(manager) => {
                self.document.stream_manager.entry(manager.clone()).or_default().extend(options);
                self.document.wiring_sources.stream_manager.insert(manager, Some(source));
            }
            Err(message) => self.fail(None, source, message),
        }
        self
    }

    /// Offers the services of the simulation itself on a middleware.
    #[track_caller]
    pub fn simulation_service(&mut self, middleware: &str) -> &mut Self {
        self.add_service("simulation", middleware, caller());
        self
    }

    /// Builds the document.
    ///
    /// # Errors
    /// All errors of the previous calls.
    pub fn build(mut self) -> Result<Document, BuildErrors> {
        self.apply_default_interfaces();
        if self.errors.is_empty() { Ok(self.document) } else { Err(BuildErrors(self.errors)) }
    }

    /// Creates the object of a builder class of the catalog.
    fn described_object(
        &mut self,
        name: &str,
        parent: Option<&str>,
        builder: &str,
        kind: Kind,
        source: &Source,
    ) -> Object {
        let full_name = parent.map_or_else(|| name.to_owned(), |parent| format!("{parent}.{name}"));
        let object_kind = match kind {
            Kind::Robot => ObjectKind::Robot,
            Kind::Sensor => ObjectKind::Sensor,
            Kind::Actuator | Kind::Modifier => ObjectKind::Actuator,
        };
        let mut object = Object { parent: parent.map(str::to_owned), ..Object::new(full_name, object_kind) };
        object.builder = Some(builder.to_owned());
        if let Err(message) = self.describe(&mut object, builder, kind) {
            self.fail(Some(object.name.clone()), source.clone(), message);
        }
        object
    }

    fn describe(&self, object: &mut Object, builder: &str, kind: Kind) -> Result<(), String> {
        let Some((component, facts)) = self.catalog.by_builder(builder) else {
            let nearest = self.catalog.nearest_builder(builder);
            let help = nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            return Err(format!("there is no builder class `{builder}`{help}"));
        };
        if component.kind != kind {
            let (actual, expected) = (component.kind.with_article(), kind.with_article());
            return Err(format!("`{builder}` makes {actual}, not {expected}"));
        }
        object.class = Some(component.class.clone());
        object.rate_hz = facts.rate_hz;
        object.properties = facts.properties.clone();
        object.options = facts.options.clone();
        object.model = facts.model.clone().map(|file| ModelReference { file, ..ModelReference::default() });
        object.body = serde_json::to_value(&facts.body)
            .and_then(serde_json::from_value)
            .map_err(|error| format!("the catalog has an invalid body for `{builder}`: {error}"))?;
        object.rotation = object::initial_rotation(builder);
        Ok(())
    }

    /// Adds an object of a builder class, with a stream and services on a middleware if one is given. `parent` is the full name
    /// of its carrier, which need not be in this scene.
    #[track_caller]
    pub(crate) fn add_described(
        &mut self,
        name: &str,
        parent: Option<&str>,
        builder: &str,
        kind: Kind,
        middleware: Option<&str>,
    ) {
        let source = caller();
        let object = self.described_object(name, parent, builder, kind, &source);
        let mut added = self.add(object, source);
        if let Some(middleware) = middleware {
            added.interface(middleware);
        }
    }

    fn add(&mut self, mut object: Object, source: Source) -> ObjectBuilder<'_, 'c> {
        if self.document.object(&object.name).is_some() {
            let message = format!("there is already an object called `{}`", object.name);
            self.fail(Some(object.name.clone()), source.clone(), message);
        }
        object.source = Some(source);
        let index = self.document.objects.len();
        self.document.objects.push(object);
        ObjectBuilder::new(self, index)
    }

    fn fail(&mut self, object: Option<String>, source: Source, message: String) {
        self.errors.push(BuildError { object, place: source, message });
    }
}

/// Returns the line of code that called the builder method.
#[track_caller]
fn caller() -> Source {
    let location = Location::caller();
    Source { file: location.file().to_owned(), line: location.line() }
}
