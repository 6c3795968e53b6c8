//! The settings of the server: typed sections, `default.toml` < `guiche.toml` < `GUICHE__SECTION__KEY`.

mod billing;
mod error;
mod hiding;
mod load;
mod secret;
mod sections;
mod show;

pub use billing::{Billing, BillingProvider};
pub use error::ConfigError;
pub use load::load;
pub use secret::{SECRET_BYTES_MIN, SecretText};
pub use sections::{
    Ai, Config, Database, Http, Integrations, Limits, Log, LogFormat, Mail, MailEncryption,
    Operator, Push, Redis, Secrets, SignUp, Whatsapp,
};
