//! The macros that let a component be a page: one struct, its fields with their meaning, its behaviour.
//!
//! They turn what stands in a component's file (doc comments, units, defaults, method signatures) into the description
//! from which the catalogue, the checks, the builder and the documentation are derived. They must never know what a
//! particular component does.

mod component;
mod data;
mod docs;
mod services;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemImpl, parse_macro_input};

/// Makes a struct the local data of a component.
///
/// Every field is published in declaration order. Its doc comment is its description; a unit in square brackets at the
/// end of the comment is its unit. `#[data(kind = "pose")]` on the struct names the kind of data for codecs,
/// `#[data(name = "dS")]` on a field gives it another name outside, `#[data(open)]` on a `Dict` publishes what is in it
/// beside the fields, under names that only the scene knows.
#[proc_macro_derive(Data, attributes(data))]
pub fn derive_data(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    data::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

macro_rules! component_derive {
    ($(#[$doc:meta])* $name:ident, $function:ident, $kind:expr) => {
        $(#[$doc])*
        #[proc_macro_derive($name, attributes(component, property))]
        pub fn $function(input: TokenStream) -> TokenStream {
            let input = parse_macro_input!(input as DeriveInput);
            component::derive(&input, $kind).unwrap_or_else(syn::Error::into_compile_error).into()
        }
    };
}

component_derive!(
    /// Makes a struct a robot. See [`Sensor`] for the attributes.
    Robot, derive_robot, component::Kind::Robot
);
component_derive!(
    /// Makes a struct a sensor.
    ///
    /// The struct's doc comment is the component's description. `#[component(…)]` takes `class` (the class path of
    /// the original), `title`, `data` (the type of its local data), `builder(name = …, base = …, rate_hz = …, model = …,
    /// properties(Name = value, …), arguments(name, other = default, …), body(…), options(…))` once per builder class, `level(name = …, class = …, doc = …, default)` once per
    /// level, `services` when an `impl` block carries `#[services]`, and for modifiers `fits("class path", …)`.
    /// A field with `#[property(name = …, default = …, min = …, max = …, environment = …)]` is a property.
    Sensor, derive_sensor, component::Kind::Sensor
);
component_derive!(
    /// Makes a struct an actuator. See [`Sensor`] for the attributes.
    Actuator, derive_actuator, component::Kind::Actuator
);
component_derive!(
    /// Makes a struct a modifier. See [`Sensor`] for the attributes; its properties are its parameters.
    Modifier, derive_modifier, component::Kind::Modifier
);

/// Makes the methods of an `impl` block that are marked `#[service]` services of the component.
///
/// `#[service(asynchronous)]` marks one that is answered later, `interruptible = true` or `false` says what happens when
/// another one comes. A parameter with `#[default(value)]` may be left out by the client. `name = "…"` gives the
/// service another name than the method.
#[proc_macro_attribute]
pub fn services(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as ItemImpl);
    services::expand(item).unwrap_or_else(syn::Error::into_compile_error).into()
}
