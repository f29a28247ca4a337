//! Dynamics of mechanisms in generalized coordinates.
//!
//! A [`Model`] is built once from a [`ModelSpec`]: links, joints, motors, equalities. A [`State`] holds positions and velocities of the
//! joints; [`Data`] holds the results for a state. Free functions compute poses, velocities, mass matrix, bias, Jacobians,
//! momentum and energy.
//!
//! Units are SI (meters, kilograms, seconds, radians), in double precision. All computations are deterministic: the same calls give
//! the same bits. None allocates memory after the first call.
//!
//! This crate must never know nodes, the physics engine, components or files.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod articulated_body;
mod articulated_inertia;
mod builder;
mod constraints;
mod contact;
mod data;
mod effort_polynomial;
mod energy_bound;
mod error;
mod fluid;
mod forces;
mod forward;
mod geometric_stiffness;
mod jacobian;
mod mass_matrix;
mod model;
mod moments;
mod motor_spec;
mod muscle;
mod newton;
mod options;
mod positions;
mod quantities;
mod relative_motion;
mod rigid_inertia;
mod slider_crank;
mod solver_parameters;
mod spatial;
mod spec;
mod state;
mod step;
mod tendon;
mod tendon_model;
mod tendon_spec;
mod tree_matrix;
mod velocities;
mod workspace;

pub use contact::{Contact, ContactKind, FrictionCone};
pub use data::Data;
pub use effort_polynomial::EffortPolynomial;
pub use error::{ModelError, StepError};
pub use fluid::{Fluid, FluidBox};
pub use forward::{FindContacts, forward};
pub use jacobian::point_jacobian;
pub use mass_matrix::{factor_mass_matrix, solve_mass, update_mass_matrix};
pub use model::Model;
pub use motor_spec::{Activation, CrankTransmission, MotorSpec, SiteTransmission};
pub use muscle::MuscleSpec;
pub use newton::SolverReport;
pub use options::{Integrator, Options};
pub use positions::{integrate_positions, update_positions};
pub use quantities::{center_of_mass, centroidal_momentum, kinetic_energy, potential_energy, total_mass};
pub use solver_parameters::SolverParameters;
pub use spatial::Spatial;
pub use spec::{EqualityKind, EqualitySpec, InertiaSpec, JointKind, JointSpec, LinkSpec, ModelSpec};
pub use state::{FrameConstraint, Input, Servo, State};
pub use step::step;
pub use tendon_spec::{TendonPath, TendonSpec, Waypoint, WrapShape};
pub use velocities::{inverse_dynamics, update_bias, update_velocities};
pub use workspace::Workspace;
