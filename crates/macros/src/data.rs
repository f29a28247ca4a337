//! The derive macro `Data`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Result};

use crate::docs;

/// Attribute of the dictionary whose entries are published in addition to the fields.
const OPEN: &str = "open";
/// Attribute of the field that holds the layout of the arrays.
const LAYOUT: &str = "layout";

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(structure) = &input.data else {
        return Err(Error::new_spanned(input, "only a struct can be local data"));
    };
    let Fields::Named(fields) = &structure.fields else {
        return Err(Error::new_spanned(input, "local data needs named fields"));
    };
    let kind = kind(&input.attrs)?;
    let kind = quote!(::morse_sim::description::DataKind::#kind);
    let type_name = &input.ident;

    let mut infos = Vec::new();
    let mut names = Vec::new();
    let mut idents = Vec::new();
    let mut open = None;
    let mut layout = None;
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        if has_flag(&field.attrs, OPEN)? {
            open = Some(ident);
            continue;
        }
        if has_flag(&field.attrs, LAYOUT)? {
            layout = Some(ident);
            continue;
        }
        let (doc, unit) = docs::text_and_unit(&field.attrs);
        let name = name(&field.attrs)?.map_or_else(|| ident.to_string(), |text| text.value());
        let unit = unit.map_or_else(|| quote!(None), |unit| quote!(Some(#unit)));
        let field_type = &field.ty;
        infos.push(quote! {
            ::morse_sim::contract::data::FieldInfo {
                name: #name,
                type_name: <#field_type as ::morse_sim::contract::data::FieldType>::TYPE_NAME,
                unit: #unit,
                doc: #doc,
                fits: |value| <#field_type as ::morse_sim::contract::data::FieldType>::from_value(value).is_some(),
            }
        });
        names.push(name);
        idents.push(ident);
    }
    let indices: Vec<usize> = (0..idents.len()).collect();
    let saved: Vec<_> = idents.iter().copied().chain(open).collect();
    let open = open.map(|ident| {
        quote! {
            fn open(&self) -> Option<&::morse_sim::Map> {
                Some(&self.#ident.0)
            }
            fn open_mut(&mut self) -> Option<&mut ::morse_sim::Map> {
                Some(&mut self.#ident.0)
            }
        }
    });
    let layout = layout.map(|ident| {
        quote! {
            fn layout(&self) -> Option<::morse_sim::contract::data::Layout> {
                self.#ident.clone()
            }
        }
    });

    Ok(quote! {
        impl ::morse_sim::contract::data::Fields for #type_name {
            const KIND: ::morse_sim::description::DataKind = #kind;
            const FIELDS: &'static [::morse_sim::contract::data::FieldInfo] = &[#(#infos),*];
        }

        const _: () = ::morse_sim::contract::data::check_kind(
            #kind,
            <#type_name as ::morse_sim::contract::data::Fields>::FIELDS,
        );

        impl ::morse_sim::contract::data::Data for #type_name {
            fn fields(&self) -> &'static [::morse_sim::contract::data::FieldInfo] {
                <Self as ::morse_sim::contract::data::Fields>::FIELDS
            }
            fn kind(&self) -> ::morse_sim::description::DataKind {
                #kind
            }
            fn get(&self, index: usize) -> Option<::morse_sim::contract::data::Field<'_>> {
                match index {
                    #(#indices => Some(::morse_sim::contract::data::FieldType::field(&self.#idents)),)*
                    _ => None,
                }
            }
            fn get_mut(&mut self, index: usize) -> ::morse_sim::contract::data::FieldMut<'_> {
                match index {
                    #(#indices => ::morse_sim::contract::data::FieldType::field_mut(&mut self.#idents),)*
                    _ => ::morse_sim::contract::data::FieldMut::Other,
                }
            }
            fn assign(
                &mut self,
                index: usize,
                value: &::morse_sim::Value,
            ) -> Result<(), ::morse_sim::contract::data::Mismatch> {
                match index {
                    #(#indices => ::morse_sim::contract::data::assign_field(#names, &mut self.#idents, value),)*
                    _ => Err(::morse_sim::contract::data::Mismatch::new("a field", "one of this data", value)),
                }
            }
            #open
            #layout
            fn save(&self, out: &mut Vec<u8>) -> Result<(), ::morse_sim::engine::state::StateError> {
                #(::morse_sim::contract::data::save_field(&self.#saved, out)?;)*
                Ok(())
            }
            fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), ::morse_sim::engine::state::StateError> {
                #(::morse_sim::contract::data::FieldType::append_digest(&self.#saved, out)?;)*
                Ok(())
            }
            fn restore(&mut self, input: &mut &[u8]) -> Result<(), ::morse_sim::engine::state::StateError> {
                #(::morse_sim::contract::data::restore_field(&mut self.#saved, input)?;)*
                Ok(())
            }
        }
    })
}

/// Reads the kind from `#[data(kind = …)]` on a struct; `Record` without it.
fn kind(attributes: &[syn::Attribute]) -> Result<Ident> {
    let mut found = Ident::new("Record", Span::call_site());
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("data")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("kind") {
                return Err(meta.error("expected `kind`"));
            }
            found = meta.value()?.parse()?;
            Ok(())
        })?;
    }
    Ok(found)
}

/// Reads the published name from `#[data(name = …)]` on a field.
fn name(attributes: &[syn::Attribute]) -> Result<Option<LitStr>> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("data")) {
        attribute.parse_nested_meta(|meta| {
            if [OPEN, LAYOUT].iter().any(|flag| meta.path.is_ident(flag)) {
                return Ok(());
            }
            if !meta.path.is_ident("name") {
                return Err(meta.error("expected `name`, `open` or `layout`"));
            }
            found = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    Ok(found)
}

/// Whether a field has an attribute without a value.
fn has_flag(attributes: &[syn::Attribute], flag: &str) -> Result<bool> {
    let mut found = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("data")) {
        attribute.parse_nested_meta(|meta| {
            if [OPEN, LAYOUT].iter().any(|known| meta.path.is_ident(known)) {
                found |= meta.path.is_ident(flag);
                return Ok(());
            }
            meta.value()?.parse::<LitStr>().map(|_| ())
        })?;
    }
    Ok(found)
}
