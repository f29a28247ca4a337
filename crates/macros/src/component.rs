//! Derive macros for the four kinds of components.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Expr, Ident, LitFloat, LitStr, Result, Token, Type};

use crate::docs;
use crate::property::Properties;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Robot,
    Sensor,
    Actuator,
    Modifier,
}

impl Kind {
    fn variant(self) -> Ident {
        format_ident!(
            "{}",
            match self {
                Self::Robot => "Robot",
                Self::Sensor => "Sensor",
                Self::Actuator => "Actuator",
                Self::Modifier => "Modifier",
            }
        )
    }

    /// Default module, base class, rate and tag property of a builder class.
    fn builder_defaults(self) -> (&'static str, &'static str, Option<f64>, Option<&'static str>) {
        match self {
            Self::Robot => ("robots.morserobots", "Robot", None, Some("Robot_Tag")),
            Self::Sensor => ("sensors", "SensorCreator", Some(60.0), Some("Component_Tag")),
            Self::Actuator => ("actuators", "ActuatorCreator", Some(60.0), Some("Component_Tag")),
            Self::Modifier => ("", "", None, None),
        }
    }
}

struct Options {
    class: Option<LitStr>,
    title: Option<LitStr>,
    data: Option<Type>,
    services: bool,
    builders: Vec<TokenStream>,
    levels: Vec<TokenStream>,
    fits: Vec<LitStr>,
    driving: Ident,
}

pub(crate) fn derive(input: &DeriveInput, kind: Kind) -> Result<TokenStream> {
    let Data::Struct(structure) = &input.data else {
        return Err(Error::new_spanned(input, "only a struct can be a component"));
    };
    let options = parse_options(input, kind)?;
    let class = options.class.ok_or_else(|| Error::new_spanned(input, "`class` is missing"))?;
    let title = options.title.map_or_else(|| input.ident.to_string(), |title| title.value());
    let doc = docs::text(&input.attrs);
    let data = options.data.map_or_else(|| quote!(()), |data| quote!(#data));
    let type_name = &input.ident;
    let variant = kind.variant();
    let Options { builders, levels, fits, driving, .. } = options;
    let fields = if kind == Kind::Sensor { quote!(sensor_fields) } else { quote!(fields) };

    let properties = Properties::parse(&structure.fields)?;
    let default = properties.default(input, &structure.fields);
    let (describe, get, set) =
        (properties.describe(&quote!(Self::default())), properties.get(), properties.set());
    let (properties_key, parameters_key) = match kind {
        Kind::Modifier => (quote!(Vec::new()), quote!(#describe)),
        Kind::Robot => (
            quote!({
                let mut properties = ::morse_sim::contract::describe::robot_properties();
                properties.extend(#describe);
                properties
            }),
            quote!(Vec::new()),
        ),
        _ => (quote!(#describe), quote!(Vec::new())),
    };
    let serve =
        (!options.services).then(|| quote!(impl ::morse_sim::contract::service::Serve for #type_name {}));

    Ok(quote! {
        #default

        impl ::morse_sim::contract::component::Component for #type_name {
            type Data = #data;

            fn describe() -> ::morse_sim::description::Description {
                ::morse_sim::description::Description {
                    class: #class.to_owned(),
                    kind: ::morse_sim::description::Kind::#variant,
                    title: #title.to_owned(),
                    doc: #doc.to_owned(),
                    implemented: true,
                    data_kind: <#data as ::morse_sim::contract::data::Fields>::KIND,
                    fields: ::morse_sim::contract::describe::#fields::<#data>(),
                    properties: #properties_key,
                    levels: vec![#(#levels),*],
                    services: <Self as ::morse_sim::contract::service::Serve>::services(),
                    builders: vec![#(#builders),*],
                    parameters: #parameters_key,
                    fits: vec![#(#fits.to_owned()),*],
                    driving: ::morse_sim::description::Driving::#driving,
                    both_directions: false,
                }
            }

            fn property(&self, index: usize) -> ::morse_sim::Value {
                #get
            }

            fn set_property(
                &mut self,
                index: usize,
                value: &::morse_sim::Value,
            ) -> Result<(), ::morse_sim::contract::data::Mismatch> {
                #set
            }
        }

        #serve
    })
}

fn parse_options(input: &DeriveInput, kind: Kind) -> Result<Options> {
    let mut options = Options {
        class: None,
        title: None,
        data: None,
        services: false,
        builders: Vec::new(),
        levels: Vec::new(),
        fits: Vec::new(),
        driving: format_ident!("None"),
    };
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("component")) {
        attribute.parse_nested_meta(|meta| {
            match key(&meta)?.as_str() {
                "class" => options.class = Some(meta.value()?.parse()?),
                "title" => options.title = Some(meta.value()?.parse()?),
                "data" => options.data = Some(meta.value()?.parse()?),
                "services" => options.services = true,
                "drives" => options.driving = parse_driving(&meta)?,
                "builder" => options.builders.push(parse_builder(&meta, kind)?),
                "level" => options.levels.push(parse_level(&meta)?),
                "fits" => {
                    let content;
                    syn::parenthesized!(content in meta.input);
                    options.fits.extend(Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?);
                }
                _ => return Err(meta.error("unknown key of a component")),
            }
            Ok(())
        })?;
    }
    Ok(options)
}

/// The argument of `drives(…)`: a variant of `Driving` in lower case.
fn parse_driving(meta: &ParseNestedMeta<'_>) -> Result<Ident> {
    let content;
    syn::parenthesized!(content in meta.input);
    let word: Ident = content.parse()?;
    let variant = match word.to_string().as_str() {
        "command" => "Command",
        "thrust" => "Thrust",
        "goal" => "Goal",
        "input" => "Input",
        "force" => "Force",
        _ => return Err(Error::new_spanned(word, "expected command, thrust, goal, input or force")),
    };
    Ok(format_ident!("{variant}"))
}

fn key(meta: &ParseNestedMeta<'_>) -> Result<String> {
    meta.path.get_ident().map(ToString::to_string).ok_or_else(|| meta.error("expected a single word"))
}

fn parse_builder(meta: &ParseNestedMeta<'_>, kind: Kind) -> Result<TokenStream> {
    let (default_module, default_base, default_rate, tag) = kind.builder_defaults();
    let (mut name, mut module, mut base) =
        (String::new(), default_module.to_owned(), default_base.to_owned());
    let (mut rate_hz, mut model) = (default_rate, None::<LitStr>);
    let mut properties: Vec<TokenStream> = tag.into_iter().map(|tag| pair(tag, &quote!(true))).collect();
    let (mut body, mut options) = (Vec::new(), Vec::new());
    let mut arguments = quote!(::morse_sim::contract::describe::builder_arguments());
    meta.parse_nested_meta(|meta| {
        match key(&meta)?.as_str() {
            "name" => name = meta.value()?.parse::<LitStr>()?.value(),
            "module" => module = meta.value()?.parse::<LitStr>()?.value(),
            "base" => base = meta.value()?.parse::<LitStr>()?.value(),
            "rate_hz" => rate_hz = Some(meta.value()?.parse::<LitFloat>()?.base10_parse()?),
            "model" => model = Some(meta.value()?.parse()?),
            "properties" => parse_pairs(&meta, &mut properties)?,
            "arguments" => arguments = parse_arguments(&meta)?,
            "body" => parse_pairs(&meta, &mut body)?,
            "options" => parse_pairs(&meta, &mut options)?,
            _ => return Err(meta.error("unknown key of a builder")),
        }
        Ok(())
    })?;
    let rate_hz = rate_hz.map_or_else(|| quote!(None), |rate| quote!(Some(#rate)));
    let model = model.map_or_else(|| quote!(None), |model| quote!(Some(#model.to_owned())));
    Ok(quote! {
        ::morse_sim::description::BuilderDescription {
            name: #name.to_owned(),
            module: #module.to_owned(),
            base: #base.to_owned(),
            rate_hz: #rate_hz,
            model: #model,
            properties: ::morse_sim::contract::describe::pairs([#(#properties),*]),
            arguments: #arguments,
            body: ::morse_sim::contract::describe::pairs([#(#body),*]),
            options: ::morse_sim::contract::describe::pairs([#(#options),*]),
        }
    })
}

/// Parses `(name, name = default, …)`.
fn parse_arguments(meta: &ParseNestedMeta<'_>) -> Result<TokenStream> {
    let mut arguments = Vec::new();
    meta.parse_nested_meta(|entry| {
        let name = key(&entry)?;
        let default = if entry.input.peek(Token![=]) {
            let default: Expr = entry.value()?.parse()?;
            quote!(Some(::morse_sim::Value::from(#default)))
        } else {
            quote!(None)
        };
        arguments.push(quote! {
            ::morse_sim::description::ArgumentDescription { name: #name.to_owned(), default: #default }
        });
        Ok(())
    })?;
    Ok(quote!(vec![#(#arguments),*]))
}

/// Parses `(name = expression, …)`.
fn parse_pairs(meta: &ParseNestedMeta<'_>, pairs: &mut Vec<TokenStream>) -> Result<()> {
    meta.parse_nested_meta(|entry| {
        let value: Expr = entry.value()?.parse()?;
        pairs.push(pair(&key(&entry)?, &quote!(#value)));
        Ok(())
    })
}

fn pair(name: &str, value: &TokenStream) -> TokenStream {
    quote!((#name, ::morse_sim::Value::from(#value)))
}

fn parse_level(meta: &ParseNestedMeta<'_>) -> Result<TokenStream> {
    let (mut name, mut class, mut doc, mut default) = (String::new(), None::<LitStr>, None::<Expr>, false);
    let mut kind = quote!(None);
    meta.parse_nested_meta(|meta| {
        match key(&meta)?.as_str() {
            "name" => name = meta.value()?.parse::<LitStr>()?.value(),
            "class" => class = Some(meta.value()?.parse()?),
            "doc" => doc = Some(meta.value()?.parse()?),
            "default" => default = true,
            "kind" => {
                let named: Ident = meta.value()?.parse()?;
                kind = quote!(Some(::morse_sim::description::DataKind::#named));
            }
            _ => return Err(meta.error("unknown key of a level")),
        }
        Ok(())
    })?;
    let class = class.map_or_else(|| quote!(None), |class| quote!(Some(#class.to_owned())));
    let doc = doc.map_or_else(|| quote!(""), |doc| quote!(#doc));
    Ok(quote! {
        ::morse_sim::description::LevelDescription {
            name: #name.to_owned(),
            class: #class,
            default: #default,
            data_kind: #kind,
            doc: #doc.to_owned(),
        }
    })
}
