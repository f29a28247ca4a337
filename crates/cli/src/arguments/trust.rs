//! Whether the user trusts a scene document.

use clap::Args;
use morse::Trust;

/// Whether the user trusts a scene document.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct TrustArguments {
    /// Takes a scene document only, and lets it run no Python, read models in the resource folders only, and write
    /// below the working directory only; the default for documents
    #[arg(long, conflicts_with = "trust")]
    pub untrusted: bool,

    /// Lets a scene document run Python and name files anywhere, as scripts may
    #[arg(long)]
    pub trust: bool,
}

impl TrustArguments {
    /// What the library is told.
    #[must_use]
    pub fn trust(self) -> Trust {
        match self {
            Self { untrusted: true, .. } => Trust::Untrusted,
            Self { trust: true, .. } => Trust::Trusted,
            Self { .. } => Trust::ScriptsOnly,
        }
    }
}
