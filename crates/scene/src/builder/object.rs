//! Builder of one object of a scene: its pose, properties, body and children.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::builder::{SceneBuilder, caller};
use crate::description::kind::Kind;
use crate::document::{Object, Physics};
use crate::value::Value;

/// Builder classes of cameras: their optical axis is their own +Z axis, and the top of the image is along −Y.
const CAMERAS: &[&str] = &["VideoCamera", "SemanticCamera", "DepthCamera", "Velodyne", "VelodyneZB"];

/// Builder of one object. All methods return the builder, so that calls can be chained.
#[derive(Debug)]
pub struct ObjectBuilder<'s, 'c> {
    pub(super) scene: &'s mut SceneBuilder<'c>,
    index: usize,
}

impl<'s, 'c> ObjectBuilder<'s, 'c> {
    pub(super) fn new(scene: &'s mut SceneBuilder<'c>, index: usize) -> Self {
        Self { scene, index }
    }

    /// Returns the object, to set fields for which this builder has no method.
    pub fn object(&mut self) -> &mut Object {
        // `SceneBuilder::add` has pushed the object, and objects are never removed.
        &mut self.scene.document.objects[self.index]
    }

    pub(super) fn name(&mut self) -> String {
        self.object().name.clone()
    }

    /// Adds to the position in the frame of the parent. [m]
    pub fn translate(&mut self, step: [f64; 3]) -> &mut Self {
        let location = &mut self.object().location;
        location.iter_mut().zip(step).for_each(|(place, step)| *place += step);
        self
    }

    /// Adds to the XYZ Euler angles in the frame of the parent. [rad]
    ///
    /// For cameras, the angles are pan to the left, tilt up and roll of the view.
    pub fn rotate(&mut self, angles: [f64; 3]) -> &mut Self {
        let object = self.object();
        let [x, y, z] = angles;
        let step = if is_camera(object.builder.as_deref()) { [y, z, x] } else { angles };
        object.rotation.iter_mut().zip(step).for_each(|(angle, step)| *angle += step);
        self
    }

    /// Sets the scale along each axis. Children inherit it.
    pub fn scale(&mut self, scale: [f64; 3]) -> &mut Self {
        self.object().scale = scale;
        self
    }

    /// Sets a property.
    pub fn property(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.object().properties.insert(name, value);
        self
    }

    /// Sets the level of abstraction. Must be called before streams are added, because their classes depend on it.
    pub fn level(&mut self, level: &str) -> &mut Self {
        self.object().level = Some(level.to_owned());
        self
    }

    /// Sets the rate at which a component acts. [Hz]
    pub fn frequency(&mut self, rate_hz: f64) -> &mut Self {
        self.object().rate_hz = Some(rate_hz);
        self
    }

    /// Attaches the object to a named part of its parent's model.
    pub fn attach_to(&mut self, part: &str) -> &mut Self {
        self.object().attach_to = Some(part.to_owned());
        self
    }

    /// Sets the physics type.
    pub fn physics(&mut self, physics: Physics) -> &mut Self {
        self.object().body.physics = Some(physics);
        self
    }

    /// Sets the mass. [kg]
    pub fn mass(&mut self, mass: f64) -> &mut Self {
        self.object().body.mass = Some(mass);
        self
    }

    /// Sets the friction coefficient, 0 to 100.
    pub fn friction(&mut self, friction: f64) -> &mut Self {
        self.object().body.friction = Some(friction);
        self
    }

    /// Disables the collisions of the object, and sets its opacity, 0 to 1.
    pub fn ghost(&mut self, alpha: f64) -> &mut Self {
        let object = self.object();
        object.body.ghost = true;
        object.visual.alpha = Some(alpha);
        self
    }

    /// Makes a robot external: a different program moves it, and its components do not run.
    pub fn external(&mut self) -> &mut Self {
        self.object().external = true;
        self
    }

    /// Sets the color: red, green, blue, 0 to 1.
    pub fn color(&mut self, color: [f64; 3]) -> &mut Self {
        self.object().visual.color = Some(color);
        self
    }

    /// Adds a sensor of a builder class of the catalog, such as `Pose`.
    #[track_caller]
    pub fn sensor(&mut self, name: &str, builder: &str) -> ObjectBuilder<'_, 'c> {
        self.component(name, builder, Kind::Sensor)
    }

    /// Adds an actuator of a builder class of the catalog, such as `Waypoint`.
    #[track_caller]
    pub fn actuator(&mut self, name: &str, builder: &str) -> ObjectBuilder<'_, 'c> {
        self.component(name, builder, Kind::Actuator)
    }

    #[track_caller]
    fn component(&mut self, name: &str, builder: &str, kind: Kind) -> ObjectBuilder<'_, 'c> {
        let (source, parent) = (caller(), self.name());
        let object = self.scene.described_object(name, Some(&parent), builder, kind, &source);
        self.scene.add(object, source)
    }
}

fn is_camera(builder: Option<&str>) -> bool {
    builder.is_some_and(|builder| CAMERAS.contains(&builder))
}

/// Initial rotation of an object of a builder class, as XYZ Euler angles: cameras look along the +X axis of the
/// parent, with the top of the image up. [rad]
pub(crate) fn initial_rotation(builder: &str) -> [f64; 3] {
    if is_camera(Some(builder)) { [FRAC_PI_2, PI, FRAC_PI_2] } else { [0.0; 3] }
}
