//! Derive macros that describe a component in one file: its struct, fields and methods.
//!
//! They convert the contents of a component's file (doc comments, units, defaults, method signatures) into a
//! description. The catalog, the checks, the Builder and the documentation are generated from the descriptions. The
//! macros must not depend on a particular component.
//!
//! ```text
//! #[derive(Data)]     struct Scan { /// Distances. [m]  range_list: Vec<f64> }    fields, types, units
//! #[derive(Sensor, Clone)] #[component(class = "…", data = Scan)] struct Scanner { … }  properties, their defaults
//! #[services]         impl Scanner { … }                                          services, their arguments
//! ```
//!
//! See `morse_sim::contract` for the example of a complete component. It is not in this crate, because a dependency of
//! this crate on the engine, even only for an example, makes Cargo compile the engine twice.

mod component;
mod data;
mod docs;
mod property;
mod services;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemImpl, parse_macro_input};

/// Derives the traits of local data for a struct: the data of a sensor or actuator.
///
/// All fields are published, in declaration order. The doc comment of a field is its description; a text in square
/// brackets at the end of the comment is its unit. `#[data(kind = Pose)]` on the struct names its `DataKind`, whose
/// required fields the struct must have; the default is `Record`. `#[data(name = "dS")]` on a field sets its published
/// name. `#[data(open)]` on a `Dict` publishes its entries in addition to the fields, under names that depend on the
/// scene. `#[data(layout)]` on an `Option<Layout>` publishes it as the layout of the arrays instead of as a field.
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
    /// Derives `Component` for a robot. See [`Sensor`] for the attributes.
    Robot, derive_robot, component::Kind::Robot
);
component_derive!(
    /// Derives `Component` for a sensor.
    ///
    /// The doc comment of the struct is the description of the component. `#[component(…)]` takes:
    ///
    /// - `class`: the class path of the original;
    /// - `title`: the title of its documentation page;
    /// - `data`: the type of its local data;
    /// - `builder(name = …, base = …, rate_hz = …, model = …, properties(Name = value, …),
    ///   arguments(name, name = default, …), body(…), options(…))`: a builder class; may be repeated;
    /// - `level(name = …, class = …, doc = …, default)`: a level of abstraction, with `kind = …` if the data have a
    ///   different kind at that level; may be repeated;
    /// - `services`: the struct has an `impl` block with `#[services]`;
    /// - `fits("class path", …)`: the components that a modifier applies to.
    ///
    /// A field with `#[property(name = …, default = …, min = …, max = …, environment = …)]` is a property. A field with
    /// `#[property(flatten)]` is a [`PropertyGroup`](macro@PropertyGroup), whose properties become properties of the
    /// component.
    Sensor, derive_sensor, component::Kind::Sensor
);
component_derive!(
    /// Derives `Component` for an actuator. See [`Sensor`] for the attributes. `drives(command)`, `drives(thrust)`,
    /// `drives(goal)`, `drives(input)` and `drives(force)` state how it drives its robot: a variant of `Driving`.
    Actuator, derive_actuator, component::Kind::Actuator
);
component_derive!(
    /// Derives `Component` for a modifier. See [`Sensor`] for the attributes. Its properties are its parameters.
    Modifier, derive_modifier, component::Kind::Modifier
);

/// Derives `PropertyGroup` for a group of properties, which components contain in a field with `#[property(flatten)]`.
/// See [`Sensor`](macro@Sensor) for the attributes of its fields.
#[proc_macro_derive(PropertyGroup, attributes(property))]
pub fn derive_property_group(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    property::derive_group(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes the methods of an `impl` block with the attribute `#[service]` services of the component.
///
/// `#[service(asynchronous)]` marks a service whose answer is sent when it completes. `interruptible = true` or `false`
/// sets whether a newer request preempts it. A parameter with `#[default(value)]` is optional for clients. `name = "…"`
/// sets a name that differs from the method's.
#[proc_macro_attribute]
pub fn services(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as ItemImpl);
    services::expand(item).unwrap_or_else(syn::Error::into_compile_error).into()
}
