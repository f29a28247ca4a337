//! Options of `morse run` for the clients: their token and their limits.

use std::fs;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;
use morse::middlewares::{ClientLimits, Token};

use crate::failure::Failure;

/// Environment variable with the token, for the simulator as for its clients.
const TOKEN_VARIABLE: &str = "MORSE_TOKEN";

/// Options for the clients of services and streams.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Admit only clients of the socket middleware that give the secret in the first line of this file [default: the
    /// secret in $MORSE_TOKEN, if it is set]
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,

    /// Maximum number of connections of the socket middleware at a time
    #[arg(long, value_name = "N", default_value_t = NonZeroU32::new(4096).unwrap_or(NonZeroU32::MIN))]
    pub connections_max: NonZeroU32,

    /// Maximum number of requests per second of each client of the socket middleware; further requests wait [default: no
    /// limit]
    #[arg(long, value_name = "N")]
    pub requests_max: Option<NonZeroU32>,

    /// Maximum number of objects that clients may have added at a time [default: the setting of the scene, else 10000]
    #[arg(long, value_name = "N")]
    pub spawned_max: Option<u32>,
}

impl LimitArguments {
    /// The token and the limits of clients.
    ///
    /// # Errors
    /// If the token cannot be read, or is too short.
    pub fn limits(&self) -> Result<ClientLimits, Failure> {
        Ok(ClientLimits {
            token: self.token()?,
            connections_max: self.connections_max.get() as usize,
            requests_per_s: self.requests_max.map(NonZeroU32::get),
        })
    }

    fn token(&self) -> Result<Option<Token>, Failure> {
        let (text, source) = match &self.token_file {
            Some(path) => {
                let text = fs::read_to_string(path);
                let text =
                    text.map_err(|error| Failure::File { action: "read", path: path.clone(), error })?;
                (text.lines().next().unwrap_or_default().to_owned(), path.display().to_string())
            }
            None => match std::env::var(TOKEN_VARIABLE) {
                Ok(text) => (text, format!("${TOKEN_VARIABLE}")),
                Err(_) => return Ok(None),
            },
        };
        let token = Token::new(text.trim());
        token.map(Some).map_err(|problem| Failure::Arguments(format!("{source} holds no token: {problem}")))
    }
}
