//! The attribute macro `services`: methods of a component that clients may call.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Attribute, Error, Expr, FnArg, ImplItem, ImplItemFn, ItemImpl, LitBool, LitStr, Pat, PatType, Result,
    ReturnType,
};

use crate::docs;

pub(crate) fn expand(mut item: ItemImpl) -> Result<TokenStream> {
    let mut descriptions = Vec::new();
    let mut arms = Vec::new();
    for member in &mut item.items {
        let ImplItem::Fn(method) = member else { continue };
        let Some(position) = method.attrs.iter().position(|attribute| attribute.path().is_ident("service"))
        else {
            continue;
        };
        let attribute = method.attrs.remove(position);
        let index = arms.len();
        let (description, call) = service(method, &attribute)?;
        descriptions.push(description);
        arms.push(quote!(#index => #call));
    }
    let type_name = &item.self_ty;
    Ok(quote! {
        #item

        impl ::morse_sim::contract::service::Serve for #type_name {
            fn services() -> Vec<::morse_sim::description::ServiceDescription> {
                vec![#(#descriptions),*]
            }

            fn serve(
                &mut self,
                index: usize,
                arguments: &::morse_sim::contract::service::Arguments<'_>,
                call: &mut ::morse_sim::contract::service::Call<'_, <Self as ::morse_sim::contract::component::Component>::Data>,
            ) -> Result<::morse_sim::contract::service::Outcome, ::morse_sim::contract::service::ServiceError> {
                match index {
                    #(#arms,)*
                    _ => Err(::morse_sim::contract::service::ServiceError::Refused("no such service".to_owned())),
                }
            }
        }
    })
}

struct ServiceOptions {
    name: Option<LitStr>,
    asynchronous: bool,
    interruptible: Option<bool>,
}

fn options(attribute: &Attribute) -> Result<ServiceOptions> {
    let mut options = ServiceOptions { name: None, asynchronous: false, interruptible: None };
    if matches!(attribute.meta, syn::Meta::Path(_)) {
        return Ok(options);
    }
    attribute.parse_nested_meta(|meta| {
        if meta.path.is_ident("asynchronous") {
            options.asynchronous = true;
        } else if meta.path.is_ident("interruptible") {
            options.interruptible = Some(meta.value()?.parse::<LitBool>()?.value());
        } else if meta.path.is_ident("name") {
            options.name = Some(meta.value()?.parse()?);
        } else {
            return Err(meta.error("expected `asynchronous`, `interruptible` or `name`"));
        }
        Ok(())
    })?;
    Ok(options)
}

/// Description of a service, and the expression that calls its method.
fn service(method: &mut ImplItemFn, attribute: &Attribute) -> Result<(TokenStream, TokenStream)> {
    let options = options(attribute)?;
    let ident = method.sig.ident.clone();
    let name = options.name.map_or_else(|| ident.to_string(), |name| name.value());
    let doc = docs::text(&method.attrs);
    let mut argument_descriptions = Vec::new();
    let mut argument_values = Vec::new();
    let mut flags = Vec::new();
    for (position, parameter) in method.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(parameter) = parameter else { continue };
        if position < 2 {
            continue;
        }
        let (argument_name, default) = parameter_name_and_default(parameter)?;
        let is_optional = default.is_some();
        let default =
            default.map_or_else(|| quote!(None), |default| quote!(Some(::morse_sim::Value::from(#default))));
        argument_descriptions.push(quote! {
            ::morse_sim::description::ArgumentDescription { name: #argument_name.to_owned(), default: #default }
        });
        let argument_type = &parameter.ty;
        let is_bool = matches!(&**argument_type, syn::Type::Path(path) if path.path.is_ident("bool"));
        flags.push((is_bool, is_optional));
        let index = argument_values.len();
        argument_values.push(quote!(arguments.take::<#argument_type>(#index)?));
    }
    let kind = if options.asynchronous { quote!(Async) } else { quote!(Sync) };
    let interruptible = options.interruptible.map_or_else(|| quote!(None), |yes| quote!(Some(#yes)));
    let takes_flag =
        matches!(flags.as_slice(), [(true, _), rest @ ..] if rest.iter().all(|&(_, optional)| optional));
    let description = quote! {
        ::morse_sim::description::ServiceDescription {
            name: #name.to_owned(),
            arguments: vec![#(#argument_descriptions),*],
            kind: ::morse_sim::description::ServiceKind::#kind,
            interruptible: #interruptible,
            takes_flag: #takes_flag,
            doc: #doc.to_owned(),
        }
    };
    let returns_nothing = matches!(method.sig.output, ReturnType::Default);
    let call = quote!(self.#ident(call #(, #argument_values)*));
    let call = match (options.asynchronous, returns_nothing) {
        (true, true) => quote!({ #call; Ok(::morse_sim::contract::service::Outcome::Started) }),
        (false, true) => {
            quote!({ #call; Ok(::morse_sim::contract::service::Outcome::Done(::morse_sim::Value::Null)) })
        }
        (true, false) => quote!(#call.map(::morse_sim::contract::service::AsyncReturn::begin)),
        (false, false) => quote!(::morse_sim::contract::service::IntoOutcome::into_outcome(#call)),
    };
    Ok((description, call))
}

fn parameter_name_and_default(parameter: &mut PatType) -> Result<(String, Option<Expr>)> {
    let Pat::Ident(pattern) = parameter.pat.as_ref() else {
        return Err(Error::new_spanned(&parameter.pat, "a service's parameter needs a plain name"));
    };
    let name = pattern.ident.to_string();
    let Some(position) = parameter.attrs.iter().position(|attribute| attribute.path().is_ident("default"))
    else {
        return Ok((name, None));
    };
    let attribute = parameter.attrs.remove(position);
    Ok((name, Some(attribute.parse_args()?)))
}
