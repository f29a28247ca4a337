//! `#[derive(Data)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result};

use crate::docs;

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(structure) = &input.data else {
        return Err(Error::new_spanned(input, "only a struct can be local data"));
    };
    let Fields::Named(fields) = &structure.fields else {
        return Err(Error::new_spanned(input, "local data needs named fields"));
    };
    let kind = option(&input.attrs, "kind")?.map_or_else(|| "record".to_owned(), |text| text.value());
    let type_name = &input.ident;

    let mut infos = Vec::new();
    let mut names = Vec::new();
    let mut idents = Vec::new();
    let mut open = None;
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        if is_open(&field.attrs)? {
            open = Some(ident);
            continue;
        }
        let (doc, unit) = docs::text_and_unit(&field.attrs);
        let name = option(&field.attrs, "name")?.map_or_else(|| ident.to_string(), |text| text.value());
        let unit = unit.map_or_else(|| quote!(None), |unit| quote!(Some(#unit)));
        let field_type = &field.ty;
        infos.push(quote! {
            ::morse_sim::data::FieldInfo {
                name: #name,
                type_name: <#field_type as ::morse_sim::data::FieldType>::TYPE_NAME,
                unit: #unit,
                doc: #doc,
                fits: |value| <#field_type as ::morse_sim::data::FieldType>::from_value(value).is_some(),
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

    Ok(quote! {
        impl ::morse_sim::data::Fields for #type_name {
            const FIELDS: &'static [::morse_sim::data::FieldInfo] = &[#(#infos),*];
        }

        impl ::morse_sim::data::Data for #type_name {
            fn fields(&self) -> &'static [::morse_sim::data::FieldInfo] {
                <Self as ::morse_sim::data::Fields>::FIELDS
            }
            fn kind(&self) -> &'static str {
                #kind
            }
            fn get(&self, index: usize) -> Option<::morse_sim::data::Field<'_>> {
                match index {
                    #(#indices => Some(::morse_sim::data::FieldType::field(&self.#idents)),)*
                    _ => None,
                }
            }
            fn get_mut(&mut self, index: usize) -> ::morse_sim::data::FieldMut<'_> {
                match index {
                    #(#indices => ::morse_sim::data::FieldType::field_mut(&mut self.#idents),)*
                    _ => ::morse_sim::data::FieldMut::Other,
                }
            }
            fn assign(
                &mut self,
                index: usize,
                value: &::morse_sim::Value,
            ) -> Result<(), ::morse_sim::data::Mismatch> {
                match index {
                    #(#indices => ::morse_sim::data::assign_field(#names, &mut self.#idents, value),)*
                    _ => Err(::morse_sim::data::Mismatch::new("a field", "one of this data", value)),
                }
            }
            #open
            fn save(&self, out: &mut Vec<u8>) -> Result<(), ::morse_sim::state::StateError> {
                #(::morse_sim::data::save_field(&self.#saved, out)?;)*
                Ok(())
            }
            fn restore(&mut self, input: &mut &[u8]) -> Result<(), ::morse_sim::state::StateError> {
                #(::morse_sim::data::restore_field(&mut self.#saved, input)?;)*
                Ok(())
            }
        }
    })
}

fn option(attributes: &[syn::Attribute], key: &str) -> Result<Option<LitStr>> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("data")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("open") {
                return Ok(());
            }
            if !meta.path.is_ident("kind") && !meta.path.is_ident("name") {
                return Err(meta.error("expected `kind`, `name` or `open`"));
            }
            let text: LitStr = meta.value()?.parse()?;
            if meta.path.is_ident(key) {
                found = Some(text);
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// Whether a field is marked as the one with the open part of the data.
fn is_open(attributes: &[syn::Attribute]) -> Result<bool> {
    let mut open = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("data")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("open") {
                open = true;
                return Ok(());
            }
            meta.value()?.parse::<LitStr>().map(|_| ())
        })?;
    }
    Ok(open)
}
