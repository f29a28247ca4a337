//! Properties of a struct: their attributes, and the code that describes, reads and sets them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Expr, Field, Fields, Ident, LitFloat, LitInt, LitStr, Result, Type};

use crate::docs;

/// The derive macro `PropertyGroup`.
pub(crate) fn derive_group(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(structure) = &input.data else {
        return Err(Error::new_spanned(input, "only a struct can be a group of properties"));
    };
    let properties = Properties::parse(&structure.fields)?;
    let default = properties.default(input, &structure.fields);
    let (count, describe) = (properties.count(), properties.describe(&quote!(self)));
    let (get, set) = (properties.get(), properties.set());
    let type_name = &input.ident;
    Ok(quote! {
        #default

        impl ::morse_sim::contract::property::PropertyGroup for #type_name {
            const COUNT: usize = #count;

            fn describe(&self) -> Vec<::morse_sim::description::PropertyDescription> {
                #describe
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
    })
}

/// The properties of a struct, in the order of its fields.
pub(crate) struct Properties(Vec<Property>);

impl Properties {
    pub(crate) fn parse(fields: &Fields) -> Result<Self> {
        let properties = fields.iter().filter_map(|field| Property::parse(field).transpose());
        properties.collect::<Result<_>>().map(Self)
    }

    /// Implementation of `Default`: the default of each property, and `Default` for all other fields.
    pub(crate) fn default(&self, input: &DeriveInput, fields: &Fields) -> TokenStream {
        let defaults = fields.iter().map(|field| {
            let ident = &field.ident;
            match self.0.iter().find(|property| Some(&property.ident) == ident.as_ref()) {
                Some(Property { default: Some(default), .. }) => {
                    quote!(#ident: ::core::convert::Into::into(#default))
                }
                _ => quote!(#ident: ::core::default::Default::default()),
            }
        });
        let body = if fields.is_empty() { quote!(Self) } else { quote!(Self { #(#defaults),* }) };
        let type_name = &input.ident;
        quote! {
            impl ::core::default::Default for #type_name {
                fn default() -> Self {
                    #body
                }
            }
        }
    }

    /// Expression for the number of properties before the field at `place`, including the properties of groups.
    fn before(&self, place: usize) -> TokenStream {
        let plain = self.0.iter().take(place).filter(|property| !property.flatten).count();
        let groups = self.0.iter().take(place).filter(|property| property.flatten);
        let groups = groups.map(|property| &property.field_type);
        quote!(#plain #(+ <#groups as ::morse_sim::contract::property::PropertyGroup>::COUNT)*)
    }

    fn count(&self) -> TokenStream {
        self.before(self.0.len())
    }

    /// Expression for the descriptions, with the values of an instance as defaults.
    pub(crate) fn describe(&self, defaults: &TokenStream) -> TokenStream {
        if self.0.is_empty() {
            return quote!(Vec::new());
        }
        let parts = self.0.iter().map(Property::description);
        quote!({
            let defaults = #defaults;
            <[Vec<::morse_sim::description::PropertyDescription>]>::concat(&[#(#parts),*])
        })
    }

    /// Body of the method `property`.
    pub(crate) fn get(&self) -> TokenStream {
        let arms = self.0.iter().enumerate().map(|(place, property)| {
            let (ident, before) = (&property.ident, self.before(place));
            let group = &property.field_type;
            if property.flatten {
                quote! {
                    if (#before..#before + <#group as ::morse_sim::contract::property::PropertyGroup>::COUNT)
                        .contains(&index)
                    {
                        return ::morse_sim::contract::property::PropertyGroup::property(
                            &self.#ident,
                            index - (#before),
                        );
                    }
                }
            } else {
                quote! {
                    if index == #before {
                        return ::morse_sim::contract::property::PropertyType::to_value(&self.#ident);
                    }
                }
            }
        });
        quote! {
            #(#arms)*
            ::morse_sim::Value::Null
        }
    }

    /// Body of the method `set_property`.
    pub(crate) fn set(&self) -> TokenStream {
        let arms = self.0.iter().enumerate().map(|(place, property)| {
            let (ident, before, name) = (&property.ident, self.before(place), &property.name);
            let group = &property.field_type;
            let check = property.range().map(|range| {
                quote!(::morse_sim::contract::property::check_range(#name, #range, value)?;)
            });
            if property.flatten {
                quote! {
                    if (#before..#before + <#group as ::morse_sim::contract::property::PropertyGroup>::COUNT)
                        .contains(&index)
                    {
                        return ::morse_sim::contract::property::PropertyGroup::set_property(
                            &mut self.#ident,
                            index - (#before),
                            value,
                        );
                    }
                }
            } else {
                quote! {
                    if index == #before {
                        #check
                        return ::morse_sim::contract::property::assign_property(#name, &mut self.#ident, value);
                    }
                }
            }
        });
        quote! {
            #(#arms)*
            Err(::morse_sim::contract::data::Mismatch::new("a property", "one of this component", value))
        }
    }
}

/// One property, or a field that holds a group of properties.
struct Property {
    ident: Ident,
    field_type: Type,
    name: String,
    /// Whether the field is a group, whose properties become properties of the struct.
    flatten: bool,
    default: Option<Expr>,
    min: Option<TokenStream>,
    max: Option<TokenStream>,
    environment: Option<LitStr>,
    doc: String,
    unit: Option<String>,
}

impl Property {
    fn parse(field: &Field) -> Result<Option<Self>> {
        let Some(attribute) = field.attrs.iter().find(|attribute| attribute.path().is_ident("property"))
        else {
            return Ok(None);
        };
        let ident =
            field.ident.clone().ok_or_else(|| Error::new_spanned(field, "a property needs a named field"))?;
        let (doc, unit) = docs::text_and_unit(&field.attrs);
        let mut property = Self {
            name: ident.to_string(),
            ident,
            field_type: field.ty.clone(),
            flatten: false,
            default: None,
            min: None,
            max: None,
            environment: None,
            doc,
            unit,
        };
        attribute.parse_nested_meta(|meta| {
            match meta.path.get_ident().map(ToString::to_string).unwrap_or_default().as_str() {
                "name" => property.name = meta.value()?.parse::<LitStr>()?.value(),
                "flatten" => property.flatten = true,
                "default" => property.default = Some(meta.value()?.parse()?),
                "min" => property.min = Some(bound(&meta)?),
                "max" => property.max = Some(bound(&meta)?),
                "environment" => property.environment = Some(meta.value()?.parse()?),
                _ => return Err(meta.error("unknown key of a property")),
            }
            Ok(())
        })?;
        let has_property_keys =
            property.min.is_some() || property.max.is_some() || property.environment.is_some();
        if property.flatten && has_property_keys {
            return Err(Error::new_spanned(attribute, "a group of properties has a `default` only"));
        }
        Ok(Some(property))
    }

    /// Expression for the minimum and maximum; `None` if the property has neither.
    fn range(&self) -> Option<TokenStream> {
        let bound = |limit: &Option<TokenStream>| {
            limit.as_ref().map_or_else(|| quote!(None), |limit| quote!(Some(#limit as f64)))
        };
        let (min, max) = (bound(&self.min), bound(&self.max));
        (self.min.is_some() || self.max.is_some()).then(|| quote!((#min, #max)))
    }

    /// Expression for a vector of descriptions; it refers to a variable `defaults`.
    fn description(&self) -> TokenStream {
        let Self { ident, name, doc, .. } = self;
        if self.flatten {
            return quote!(::morse_sim::contract::property::PropertyGroup::describe(&defaults.#ident));
        }
        let optional =
            |text: Option<String>| text.map_or_else(|| quote!(None), |text| quote!(Some(#text.to_owned())));
        let unit = optional(self.unit.clone());
        let environment = optional(self.environment.as_ref().map(LitStr::value));
        let range = self.range().map_or_else(|| quote!(None), |range| quote!(Some(#range)));
        quote! {
            vec![::morse_sim::contract::describe::property(
                #name,
                &defaults.#ident,
                #unit,
                #doc,
                #range,
                #environment,
            )]
        }
    }
}

fn bound(meta: &syn::meta::ParseNestedMeta<'_>) -> Result<TokenStream> {
    let value = meta.value()?;
    if value.peek(LitInt) {
        let number: LitInt = value.parse()?;
        return Ok(quote!(#number));
    }
    let number: LitFloat = value.parse()?;
    Ok(quote!(#number))
}
