//! Properties of components as parameters of the node, named `robot.component.Property`.

mod messages;
mod store;
mod values;

pub use store::Parameters;
