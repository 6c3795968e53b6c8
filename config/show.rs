//! The settings in force as TOML, without secrets and passwords.

use std::fmt;

use crate::{
    Ai, Billing, BillingProvider, Config, Http, Integrations, Limits, Log, LogFormat, Mail,
    MailEncryption, Operator, Push, Secrets, Whatsapp, hiding::without_password,
};

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data_dir = self.data_dir.display().to_string();
        let database_url = without_password(&self.database_url());
        writeln!(f, "data_dir = {data_dir:?}\n")?;
        http(f, &self.http, &without_password(&self.public_url()))?;
        let Operator { host, port } = &self.operator;
        writeln!(f, "[operator]\nhost = \"{host}\"\nport = {port}\n")?;
        writeln!(f, "[database]\nurl = {database_url:?}\n")?;
        writeln!(
            f,
            "[redis]\nprefix = {:?}\nlook_seconds = {}",
            self.redis.prefix, self.redis.look_seconds
        )?;
        if let Some(url) = &self.redis.url {
            writeln!(f, "url = {:?}", without_password(url))?;
        }
        writeln!(f)?;
        whatsapp(f, &self.whatsapp)?;
        let Integrations {
            own_hosts,
            dialogflow_url,
        } = &self.integrations;
        let dialogflow_url = without_password(dialogflow_url);
        writeln!(
            f,
            "[integrations]\nown_hosts = {own_hosts:?}\ndialogflow_url = {dialogflow_url:?}\n"
        )?;
        let Ai {
            base_url,
            model,
            voices_url,
        } = &self.ai;
        let (base_url, voices_url) = (without_password(base_url), without_password(voices_url));
        writeln!(
            f,
            "[ai]\nbase_url = {base_url:?}\nmodel = {model:?}\nvoices_url = {voices_url:?}\n"
        )?;
        secrets(f, &self.secrets)?;
        writeln!(f, "[signup]\nenabled = {}\n", self.signup.enabled)?;
        push(f, &self.push, self.push_contact())?;
        mail(f, &self.mail)?;
        billing(f, &self.billing)?;
        limits(f, &self.limits)?;
        let Log { format, level } = &self.log;
        let format = match format {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        };
        writeln!(f, "[log]\nformat = {format:?}\nlevel = {level:?}")
    }
}

fn http(f: &mut fmt::Formatter<'_>, http: &Http, public_url: &str) -> fmt::Result {
    let Http {
        host,
        port,
        public_url: _,
        workers,
        behind_proxy,
        drain_seconds,
    } = http;
    writeln!(
        f,
        "[http]\nhost = \"{host}\"\nport = {port}\npublic_url = {public_url:?}"
    )?;
    writeln!(
        f,
        "workers = {workers}\nbehind_proxy = {behind_proxy}\ndrain_seconds = {drain_seconds}\n"
    )
}

fn whatsapp(f: &mut fmt::Formatter<'_>, whatsapp: &Whatsapp) -> fmt::Result {
    let Whatsapp {
        graph_url,
        graph_version,
        web_url,
        web_haste,
        sends_at_once,
        rest_seconds,
    } = whatsapp;
    let graph_url = without_password(graph_url);
    let web_url = without_password(web_url);
    writeln!(
        f,
        "[whatsapp]\ngraph_url = {graph_url:?}\ngraph_version = {graph_version:?}\nweb_url = {web_url:?}\nweb_haste = {web_haste}\nsends_at_once = {sends_at_once}\nrest_seconds = {rest_seconds}\n"
    )
}

fn secrets(f: &mut fmt::Formatter<'_>, secrets: &Secrets) -> fmt::Result {
    let Secrets {
        jwt_key,
        media_key,
        encryption_key,
        vapid_key,
    } = secrets;
    writeln!(f, "[secrets]")?;
    for (key, secret) in [
        ("jwt_key", jwt_key),
        ("media_key", media_key),
        ("encryption_key", encryption_key),
        ("vapid_key", vapid_key),
    ] {
        let origin = if secret.is_some() {
            "configured"
        } else {
            "in the data folder"
        };
        writeln!(f, "# {key}: {origin}")?;
    }
    writeln!(f)
}

fn push(f: &mut fmt::Formatter<'_>, push: &Push, contact: Option<&str>) -> fmt::Result {
    let Push {
        enabled,
        contact: _,
        own_service,
    } = push;
    writeln!(f, "[push]\nenabled = {enabled}")?;
    if let Some(contact) = contact {
        writeln!(f, "contact = {:?}", without_password(contact))?;
    }
    if let Some(url) = own_service {
        writeln!(f, "own_service = {:?}", without_password(url))?;
    }
    writeln!(f)
}

fn mail(f: &mut fmt::Formatter<'_>, mail: &Mail) -> fmt::Result {
    let Mail {
        host,
        port,
        encryption,
        user,
        password,
        from,
    } = mail;
    let encryption = match encryption {
        MailEncryption::Starttls => "starttls",
        MailEncryption::Tls => "tls",
        MailEncryption::None => "none",
    };
    writeln!(f, "[mail]")?;
    if let Some(host) = host {
        writeln!(f, "host = {host:?}")?;
    }
    writeln!(f, "port = {port}\nencryption = {encryption:?}")?;
    if let Some(user) = user {
        writeln!(f, "user = {user:?}")?;
    }
    if password.is_some() {
        writeln!(f, "# password: configured")?;
    }
    writeln!(f, "from = {from:?}\n")
}

fn billing(f: &mut fmt::Formatter<'_>, billing: &Billing) -> fmt::Result {
    let Billing {
        provider,
        asaas_url,
        url,
        token_url,
        client_id,
        client_secret,
        pix_key,
        certificate,
        webhook_secret,
        receiver,
        city,
        expires_seconds,
    } = billing;
    writeln!(f, "[billing]")?;
    if let Some(provider) = provider {
        let word = match provider {
            BillingProvider::Pix => "pix",
            BillingProvider::Asaas => "asaas",
        };
        writeln!(f, "provider = {word:?}")?;
    }
    for (key, url) in [
        ("asaas_url", asaas_url),
        ("url", url),
        ("token_url", token_url),
    ] {
        if let Some(url) = url {
            writeln!(f, "{key} = {:?}", without_password(url))?;
        }
    }
    for (key, text) in [("client_id", client_id), ("pix_key", pix_key)] {
        if let Some(text) = text {
            writeln!(f, "{key} = {text:?}")?;
        }
    }
    if let Some(path) = certificate {
        writeln!(f, "certificate = {:?}", path.display().to_string())?;
    }
    for (key, secret) in [
        ("client_secret", client_secret),
        ("webhook_secret", webhook_secret),
    ] {
        if secret.is_some() {
            writeln!(f, "# {key}: configured")?;
        }
    }
    writeln!(
        f,
        "receiver = {receiver:?}\ncity = {city:?}\nexpires_seconds = {expires_seconds}\n"
    )
}

fn limits(f: &mut fmt::Formatter<'_>, limits: &Limits) -> fmt::Result {
    let Limits {
        login_per_ip_per_minute,
        login_per_account_per_minute,
        requests_at_once,
        requests_per_user,
        requests_running,
        dear_requests_running,
        signup_per_ip_per_hour,
        forgot_per_hour,
        invitations_per_hour,
        api_per_token_per_minute,
        api_per_key_per_minute,
        json_bytes_max,
        upload_bytes_max,
        webhook_bytes_max,
    } = limits;
    writeln!(
        f,
        "[limits]\nlogin_per_ip_per_minute = {login_per_ip_per_minute}"
    )?;
    writeln!(
        f,
        "login_per_account_per_minute = {login_per_account_per_minute}"
    )?;
    writeln!(
        f,
        "signup_per_ip_per_hour = {signup_per_ip_per_hour}\nforgot_per_hour = {forgot_per_hour}\ninvitations_per_hour = {invitations_per_hour}\napi_per_token_per_minute = {api_per_token_per_minute}\napi_per_key_per_minute = {api_per_key_per_minute}\nrequests_at_once = {requests_at_once}"
    )?;
    writeln!(
        f,
        "requests_per_user = {requests_per_user}\nrequests_running = {requests_running}\ndear_requests_running = {dear_requests_running}"
    )?;
    writeln!(
        f,
        "json_bytes_max = {json_bytes_max}\nupload_bytes_max = {upload_bytes_max}"
    )?;
    writeln!(f, "webhook_bytes_max = {webhook_bytes_max}\n")
}
