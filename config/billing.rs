//! Who takes what companies pay for their desk.

use std::path::PathBuf;

use serde::Deserialize;

use crate::{ConfigError, SecretText, sections::invalid};

/// Who takes what companies pay for their desk.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Billing {
    /// Where charges are made, if not where they can be made.
    #[serde(default)]
    pub provider: Option<BillingProvider>,
    /// Base of Asaas' API, up to what stands before `/payments`; as its key says if absent.
    #[serde(default)]
    pub asaas_url: Option<String>,
    /// Base of the bank's Pix API, up to what stands before `/cob`; without it nothing can be paid there.
    #[serde(default)]
    pub url: Option<String>,
    /// Where its tokens are made; `/oauth/token` below `url` if absent.
    #[serde(default)]
    pub token_url: Option<String>,
    /// Our name there.
    #[serde(default)]
    pub client_id: Option<String>,
    /// Its secret; never shown.
    #[serde(default)]
    pub client_secret: Option<SecretText>,
    /// The Pix key that is paid.
    #[serde(default)]
    pub pix_key: Option<String>,
    /// A PEM file with the certificate that the bank asks for, and its key.
    #[serde(default)]
    pub certificate: Option<PathBuf>,
    /// Part of the address that the bank calls; never shown.
    #[serde(default)]
    pub webhook_secret: Option<SecretText>,
    /// Who is paid, as the payer reads it.
    pub receiver: String,
    /// His city.
    pub city: String,
    /// Seconds for which a charge can be paid.
    pub expires_seconds: u32,
}

/// Where charges are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BillingProvider {
    /// At the bank of `billing.url`.
    Pix,
    /// At Asaas.
    Asaas,
}

impl Billing {
    /// A bank is named whole or not at all.
    ///
    /// # Errors
    /// `Invalid`.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        if !(60..=86_400).contains(&self.expires_seconds) {
            return Err(invalid(
                "billing.expires_seconds",
                "must be from 60 to 86400",
            ));
        }
        let secret = self.webhook_secret.as_ref();
        if let Some(problem) = secret.and_then(SecretText::weakness) {
            return Err(invalid("billing.webhook_secret", problem));
        }
        if self.url.is_none() {
            if self.provider == Some(BillingProvider::Pix) {
                return Err(invalid("billing.url", "is missing beside billing.provider"));
            }
            return Ok(());
        }
        for (key, is_set) in [
            ("billing.client_id", self.client_id.is_some()),
            ("billing.client_secret", self.client_secret.is_some()),
            ("billing.pix_key", self.pix_key.is_some()),
            ("billing.webhook_secret", self.webhook_secret.is_some()),
        ] {
            if !is_set {
                return Err(invalid(key, "is missing beside billing.url"));
            }
        }
        Ok(())
    }
}
