//! Properties of components as parameters of the node, named `robot.component.Property`.

mod events;
mod messages;
mod node_parameters;
mod store;
mod values;

pub use store::Parameters;
