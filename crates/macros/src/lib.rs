//! Derive macros that describe a component in one file: its struct, fields and methods.
//!
//! They convert the contents of a component's file (doc comments, units, defaults, method signatures) into a
//! description. The catalogue, the checks, the builder and the documentation are generated from that. The macros must
//! not depend on a particular component.
//!
//! ```text
//! #[derive(Data)]     struct Scan { /// Distances. [m]  range_list: Vec<f64> }    fields, types, units
//! #[derive(Sensor)]   #[component(class = "…", data = Scan)] struct Scanner { … }  properties, their defaults
//! #[services]         impl Scanner { … }                                          services, their arguments
//! ```
//!
//! A whole component that compiles and runs is the example of `morse_sim::contract`. It is there because a crate of macros
//! that uses the engine, if only in an example, has the engine compiled twice: for the macros and for the rest.

mod component;
mod data;
mod docs;
mod property;
mod services;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemImpl, parse_macro_input};

/// Makes a struct the local data of a component.
///
/// Every field is published in declaration order. Its doc comment is its description; a unit in square brackets at
/// the end of the comment is its unit. `#[data(kind = Pose)]` on the struct names its `DataKind`, for
/// which the struct must have the required fields; without it the data is a `Record`. `#[data(name = "dS")]` on a field sets its published name, and `#[data(open)]` on a `Dict` publishes its values
/// besides the fields, under names that depend on the scene.
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
    /// level, with `kind = …` if the data represent something else at that level, `services` when an `impl` block carries `#[services]`, and for modifiers `fits("class path", …)`.
    /// A field with `#[property(name = …, default = …, min = …, max = …, environment = …)]` is a property; one with
    /// `#[property(flatten)]` is a [`PropertyGroup`](macro@PropertyGroup), whose properties stand in its place.
    Sensor, derive_sensor, component::Kind::Sensor
);
component_derive!(
    /// Makes a struct an actuator. See [`Sensor`] for the attributes; `drives_continuously` marks an actuator that
    /// sets the pose or the velocity of its robot in every activation, with or without a command.
    Actuator, derive_actuator, component::Kind::Actuator
);
component_derive!(
    /// Makes a struct a modifier. See [`Sensor`] for the attributes; its properties are its parameters.
    Modifier, derive_modifier, component::Kind::Modifier
);

/// Makes a struct a group of properties, which components hold in a field with `#[property(flatten)]`. See
/// [`Sensor`](macro@Sensor) for the attributes of its fields.
#[proc_macro_derive(PropertyGroup, attributes(property))]
pub fn derive_property_group(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    property::derive_group(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the methods of an `impl` block that are marked `#[service]` services of the component.
///
/// `#[service(asynchronous)]` marks a service that is answered later. `interruptible = true` or `false` sets whether
/// a newer request preempts it. A parameter with `#[default(value)]` is optional for clients. `name = "…"` gives the
/// service another name than the method.
#[proc_macro_attribute]
pub fn services(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as ItemImpl);
    services::expand(item).unwrap_or_else(syn::Error::into_compile_error).into()
}
