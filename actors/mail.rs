//! Mail to people, over the SMTP server of the settings.

use std::time::Duration;

use guiche_config::{Mail, MailEncryption};
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
    transport::smtp::authentication::Credentials,
};

/// Longest wait for a step of the talk with the mail server.
const STEP_MAX: Duration = Duration::from_secs(10);
/// Longest wait for the whole of it: somebody is looking at the page.
const WHOLE_MAX: Duration = Duration::from_secs(20);

/// A letter in plain text.
#[derive(Debug)]
pub struct Letter<'a> {
    /// Address.
    pub to: &'a str,
    /// Subject.
    pub subject: &'a str,
    /// Text.
    pub text: String,
}

/// Why a letter was not taken. It never holds an address or the text, and is for the log alone.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct MailNotSent(String);

/// Gives a letter to the mail server.
///
/// # Errors
/// Without a mail server, or when it does not take the letter.
pub async fn send(settings: &Mail, letter: Letter<'_>) -> Result<(), MailNotSent> {
    let failed = MailNotSent;
    let host = settings.host.as_deref().filter(|host| !host.is_empty());
    let host = host.ok_or_else(|| failed("mail.host is not set".to_owned()))?;
    let address = |_| failed("an address for mail cannot be read".to_owned());
    let from: Mailbox = settings.from.parse().map_err(address)?;
    let to: Mailbox = letter.to.parse().map_err(address)?;
    let message = Message::builder()
        .from(from)
        .to(to)
        .subject(letter.subject)
        .header(ContentType::TEXT_PLAIN)
        .body(letter.text)
        .map_err(|error| failed(error.to_string()))?;
    let transport = transport(settings, host).map_err(|error| failed(error.to_string()))?;
    match tokio::time::timeout(WHOLE_MAX, transport.send(message)).await {
        Ok(Ok(_)) => Ok(()),
        // an answer of the server may repeat the address
        Ok(Err(error)) => Err(failed(kind(&error).to_owned())),
        Err(_) => Err(failed("the mail server did not answer in time".to_owned())),
    }
}

fn transport(
    settings: &Mail,
    host: &str,
) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
    let builder = match settings.encryption {
        MailEncryption::Starttls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(host)?,
        MailEncryption::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(host)?,
        MailEncryption::None => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host),
    };
    let builder = builder.port(settings.port).timeout(Some(STEP_MAX));
    let login = settings.user.as_ref().zip(settings.password.as_ref());
    Ok(match login {
        Some((user, password)) => {
            let login = Credentials::new(user.clone(), password.expose().to_owned());
            builder.credentials(login).build()
        }
        None => builder.build(),
    })
}

fn kind(error: &lettre::transport::smtp::Error) -> &'static str {
    if error.is_timeout() {
        "the mail server did not answer in time"
    } else if error.is_permanent() {
        "the mail server refuses the letter"
    } else if error.is_transient() {
        "the mail server cannot take the letter now"
    } else if error.is_tls() {
        "the way to the mail server cannot be encrypted"
    } else {
        "the mail server cannot be reached"
    }
}
