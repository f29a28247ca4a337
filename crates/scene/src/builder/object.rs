//! Builds one object of a scene: its pose, properties, body and children.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::builder::{SceneBuilder, caller};
use crate::description::kind::Kind;
use crate::document::{Object, Physics};
use crate::value::Value;

/// Builder classes whose optical axis is their own +Z, image top along −Y.
const CAMERAS: &[&str] = &["VideoCamera", "SemanticCamera", "DepthCamera", "Velodyne", "VelodyneZB"];

/// Sets up one object. All methods return it, so that calls can be chained.
#[derive(Debug)]
pub struct ObjectBuilder<'s, 'c> {
    pub(super) scene: &'s mut SceneBuilder<'c>,
    index: usize,
}

impl<'s, 'c> ObjectBuilder<'s, 'c> {
    pub(super) fn new(scene: &'s mut SceneBuilder<'c>, index: usize) -> Self {
        Self { scene, index }
    }

    /// The object itself, to set fields that have no method here.
    pub fn object(&mut self) -> &mut Object {
        // The builder that made this handle has pushed the object, and objects are never removed.
        &mut self.scene.document.objects[self.index]
    }

    pub(super) fn name(&mut self) -> String {
        self.object().name.clone()
    }

    /// Adds to the position in the parent. [m]
    pub fn translate(&mut self, step: [f64; 3]) -> &mut Self {
        let location = &mut self.object().location;
        location.iter_mut().zip(step).for_each(|(place, step)| *place += step);
        self
    }

    /// Adds to each of the XYZ Euler angles in the parent. [rad]
    ///
    /// For cameras, the angles are those of the view: pan to the left, tilt up, roll.
    pub fn rotate(&mut self, angles: [f64; 3]) -> &mut Self {
        let object = self.object();
        let [x, y, z] = angles;
        let step = if is_camera(object.builder.as_deref()) { [y, z, x] } else { angles };
        object.rotation.iter_mut().zip(step).for_each(|(angle, step)| *angle += step);
        self
    }

    /// Sets the scale along each axis; children inherit it.
    pub fn scale(&mut self, scale: [f64; 3]) -> &mut Self {
        self.object().scale = scale;
        self
    }

    /// Sets one property.
    pub fn property(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.object().properties.insert(name, value);
        self
    }

    /// Sets the level of abstraction. Must be called before the streams, which depend on it.
    pub fn level(&mut self, level: &str) -> &mut Self {
        self.object().level = Some(level.to_owned());
        self
    }

    /// Sets the rate at which a component acts (Hz).
    pub fn frequency(&mut self, rate_hz: f64) -> &mut Self {
        self.object().rate_hz = Some(rate_hz);
        self
    }

    /// Attaches it to a named part of its parent's model.
    pub fn attach_to(&mut self, part: &str) -> &mut Self {
        self.object().attach_to = Some(part.to_owned());
        self
    }

    /// Sets the kind of physics.
    pub fn physics(&mut self, physics: Physics) -> &mut Self {
        self.object().body.physics = Some(physics);
        self
    }

    /// Sets the mass (kg).
    pub fn mass(&mut self, mass: f64) -> &mut Self {
        self.object().body.mass = Some(mass);
        self
    }

    /// Sets the friction, 0 to 100.
    pub fn friction(&mut self, friction: f64) -> &mut Self {
        self.object().body.friction = Some(friction);
        self
    }

    /// Makes it transparent and disables its collisions.
    pub fn ghost(&mut self, alpha: f64) -> &mut Self {
        let object = self.object();
        object.body.ghost = true;
        object.visual.alpha = Some(alpha);
        self
    }

    /// Makes a robot that is moved from outside.
    pub fn external(&mut self) -> &mut Self {
        self.object().external = true;
        self
    }

    /// Sets its colour: red, green, blue, 0 to 1.
    pub fn color(&mut self, color: [f64; 3]) -> &mut Self {
        self.object().visual.color = Some(color);
        self
    }

    /// Adds a sensor to it, by a builder class of the catalogue: `Pose`.
    #[track_caller]
    pub fn sensor(&mut self, name: &str, builder: &str) -> ObjectBuilder<'_, 'c> {
        self.component(name, builder, Kind::Sensor)
    }

    /// Adds an actuator to it, by a builder class of the catalogue: `Waypoint`.
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

/// The initial rotation of an object of a builder class: cameras look along the parent's +X, top up. [rad]
pub(super) fn rotation_at_rest(builder: &str) -> [f64; 3] {
    if is_camera(Some(builder)) { [FRAC_PI_2, PI, FRAC_PI_2] } else { [0.0; 3] }
}
