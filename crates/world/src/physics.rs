//! Physics based on rapier: bodies, shapes, contacts, joints, wheels, and the work before and after each rapier step.

pub(crate) mod body;
pub(crate) mod collision_filter;
pub(crate) mod constraints;
pub(crate) mod contact_material;
pub(crate) mod contacts;
pub(crate) mod convert;
pub(crate) mod couplings;
pub(crate) mod engine_world;
pub(crate) mod event;
pub(crate) mod joints;
pub(crate) mod overlap;
pub(crate) mod penetration;
pub(crate) mod planar;
pub(crate) mod pre_step;
pub(crate) mod rapier_config;
pub(crate) mod rapier_world;
pub(crate) mod rest;
pub(crate) mod shapes;
pub(crate) mod softness;
pub(crate) mod wheels;
