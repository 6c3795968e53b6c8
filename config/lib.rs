//! The settings of the server: typed sections, `default.toml` < `guiche.toml` < `GUICHE__SECTION__KEY`.

mod error;
mod hiding;
mod load;
mod secret;
mod sections;
mod show;

pub use error::ConfigError;
pub use load::load;
pub use secret::{SECRET_BYTES_MIN, SecretText};
pub use sections::{
    Billing, Config, Database, Http, Limits, Log, LogFormat, Mail, MailEncryption, Operator, Push,
    Redis, Secrets, SignUp, Whatsapp,
};
