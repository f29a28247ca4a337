//! The component contract: descriptions of components, and the contexts that their methods receive.
//!
//! ```
//! use morse_sim::contract::registry;
//! use morse_sim::prelude::*;
//!
//! /// Distance covered.
//! #[derive(Data, Clone, Default)]
//! struct Distance {
//!     /// Distance since the start. [m]
//!     distance: f64,
//! }
//!
//! /// Measures the distance covered.
//! #[derive(Sensor, Clone, Serialize, Deserialize)]
//! #[component(class = "example.Odometer", title = "Odometer", data = Distance)]
//! struct Odometer;
//!
//! impl Sensor for Odometer {
//!     fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Distance) {
//!         data.distance = view.world_from_robot().translation.length();
//!     }
//! }
//!
//! let registry: registry::Registry = [registry::sensor::<Odometer>()].into_iter().collect();
//! let description = registry.describe("example.Odometer").expect("it is registered");
//! let field = description.fields.iter().find(|field| field.name == "distance").expect("a field of the data");
//! assert_eq!(field.unit.as_deref(), Some("m"));
//! ```

pub mod command;
pub mod component;
pub mod contexts;
pub mod data;
pub mod describe;
pub mod north;
pub mod outcome;
pub mod property;
pub mod registry;
pub mod service;
pub mod uncertainty;
