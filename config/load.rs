//! Reads the settings from their three places.

use std::path::Path;

use figment::{
    Figment,
    providers::{Env, Format as _, Toml},
    value::Value,
};

use crate::{Config, ConfigError};

/// The defaults, as documented for operators.
const DEFAULTS: &str = include_str!("default.toml");

/// Reads `default.toml`, then `file` (it may be absent), then the environment, and checks the outcome.
///
/// # Errors
/// `Unreadable` for a broken file, an unknown key or a wrong type; `WeakSecret`; `Invalid`.
pub fn load(file: &Path) -> Result<Config, ConfigError> {
    let defaults = Figment::from(Toml::string(DEFAULTS));
    let mut all = defaults.clone().merge(Toml::file(file));
    for (name, text) in Env::prefixed("GUICHE__").split("__").iter() {
        let key = name.as_str().to_lowercase();
        let value = value(&defaults, &key, text);
        all = all.merge((key, value));
    }
    let config: Config = all.extract()?;
    config.check()?;
    Ok(config)
}

/// What a variable stands for: a number or a switch where the setting is one, else the text as it is, also if it looks like a
/// number.
fn value(defaults: &Figment, key: &str, text: String) -> Value {
    match defaults.find_value(key) {
        Ok(Value::Num(..) | Value::Bool(..)) => text
            .trim()
            .parse()
            .unwrap_or_else(|never: std::convert::Infallible| match never {}),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::SecretText;

    #[expect(clippy::result_large_err, reason = "the error type is figment's own")]
    fn with(
        variables: &[(&str, &str)],
        file: &str,
        check: impl FnOnce(Result<Config, ConfigError>),
    ) {
        figment::Jail::expect_with(|jail| {
            for (name, value) in variables {
                jail.set_env(name, value);
            }
            jail.create_file("guiche.toml", file)?;
            check(load(Path::new("guiche.toml")));
            Ok(())
        });
    }

    #[test]
    fn the_environment_wins_over_the_file_and_the_file_over_the_defaults() {
        with(
            &[
                ("GUICHE__HTTP__PORT", "9000"),
                ("GUICHE__DATA_DIR", "/srv/guiche"),
            ],
            "[http]\nport = 7000\nworkers = 3\n",
            |config| {
                let config = config.unwrap();
                assert_eq!(config.http.port, 9000);
                assert_eq!(config.http.workers, 3);
                assert_eq!(config.operator.port, 9090);
                assert_eq!(config.data_dir, PathBuf::from("/srv/guiche"));
                assert_eq!(config.database_url(), "sqlite:///srv/guiche/guiche.db");
                assert_eq!(config.whatsapp.graph_url, "https://graph.facebook.com");
            },
        );
    }

    #[test]
    fn an_unknown_key_is_refused_by_name() {
        for (variables, file) in [
            (&[("GUICHE__HTTP__PROT", "1")][..], ""),
            (&[][..], "[htpp]\nport = 1\n"),
            (&[][..], "[http]\nprot = 1\n"),
        ] {
            with(variables, file, |config| {
                let message = config.unwrap_err().to_string();
                assert!(message.contains("unknown field"), "{message}");
            });
        }
    }

    #[test]
    fn a_weak_secret_refuses_to_start_and_is_not_repeated() {
        for weak in [
            "",
            "secret",
            "mysecret",
            "myanothersecret",
            "changeme",
            "short-7f3a",
        ] {
            with(
                &[],
                &format!("[secrets]\njwt_key = \"{weak}\"\n"),
                |config| {
                    let message = config.unwrap_err().to_string();
                    assert!(message.contains("secrets.jwt_key"), "{message}");
                    assert!(
                        weak.is_empty() || weak == "secret" || !message.contains(weak),
                        "{message}"
                    );
                },
            );
        }
    }

    #[test]
    fn the_printed_settings_hold_no_secret() {
        let key = "5fa1c8b70e6d43299b7e8a1d60f3c2547d09";
        with(
            &[
                ("GUICHE__SECRETS__JWT_KEY", key),
                (
                    "GUICHE__DATABASE__URL",
                    "postgres://desk:pa55word@db.example/desk?password=pa55word",
                ),
                ("GUICHE__REDIS__URL", "redis://:pa55word@cache.example:6379"),
            ],
            "",
            |config| {
                let config = config.unwrap();
                for shown in [config.to_string(), format!("{config:?}")] {
                    assert!(
                        !shown.contains(key) && !shown.contains("pa55word"),
                        "{shown}"
                    );
                    assert!(
                        shown.contains("db.example") && shown.contains("cache.example"),
                        "{shown}"
                    );
                }
            },
        );
    }

    #[test]
    fn a_value_that_cannot_work_is_refused() {
        for (name, value) in [
            ("GUICHE__HTTP__PUBLIC_URL", "desk.example.com"),
            ("GUICHE__DATABASE__URL", "mysql://x"),
            ("GUICHE__REDIS__URL", "rediss://x"),
            ("GUICHE__PUSH__CONTACT", "desk@example.com"),
            ("GUICHE__PUSH__OWN_SERVICE", "push.lan"),
            ("GUICHE__SECRETS__VAPID_KEY", "changeme"),
            ("GUICHE__HTTP__PORT", "70000"),
            ("GUICHE__HTTP__HOST", "nowhere"),
            ("GUICHE__LIMITS__LOGIN_PER_IP_PER_MINUTE", "0"),
            ("GUICHE__LOG__FORMAT", "xml"),
            ("GUICHE__BILLING__URL", "pix.example.com"),
            ("GUICHE__BILLING__URL", "https://pix.example.com"),
            ("GUICHE__BILLING__EXPIRES_SECONDS", "59"),
            ("GUICHE__WHATSAPP__WEB_HASTE", "2"),
        ] {
            with(&[(name, value)], "", |config| {
                assert!(config.is_err(), "{name}={value} was taken");
            });
        }
    }

    #[test]
    fn numbers_may_be_hasty_where_nobody_bans_them() {
        let url = ("GUICHE__WHATSAPP__WEB_URL", "ws://127.0.0.1:9");
        for (haste, is_taken) in [("0", false), ("1000", true), ("1001", false)] {
            let vars = [url, ("GUICHE__WHATSAPP__WEB_HASTE", haste)];
            with(&vars, "", |config| {
                assert_eq!(config.is_ok(), is_taken, "{haste}");
            });
        }
    }

    /// Fails where a variable is a number because it looks like one.
    #[test]
    fn a_text_that_looks_like_something_else_is_a_text() {
        with(
            &[
                ("GUICHE__MAIL__USER", "12345"),
                ("GUICHE__MAIL__PASSWORD", "00123"),
                ("GUICHE__DATABASE__URL", "sqlite://1"),
                ("GUICHE__REDIS__PREFIX", "true"),
                ("GUICHE__HTTP__PORT", " 81 "),
                ("GUICHE__SIGNUP__ENABLED", "false"),
                ("GUICHE__DATA_DIR", "[data]"),
            ],
            "",
            |config| {
                let config = config.unwrap();
                let password = config.mail.password.as_ref().map(SecretText::expose);
                assert_eq!(config.mail.user.as_deref(), Some("12345"));
                assert_eq!(password, Some("00123"));
                assert_eq!(config.redis.prefix, "true");
                assert_eq!(config.data_dir, PathBuf::from("[data]"));
                assert!(config.http.port == 81 && !config.signup.enabled);
            },
        );
    }

    /// Fails where the reader of settings repeats what it could not take.
    #[test]
    fn no_refusal_repeats_a_value() {
        for (variables, file, key) in [
            (&[][..], "[secrets]\njwt_key = 7340055\n", "secrets.jwt_key"),
            (&[][..], "[mail]\npassword = 7340055\n", "mail.password"),
            (
                &[][..],
                "[mail]\npassword = [\"7340055\"]\n",
                "mail.password",
            ),
            (&[][..], "[mail]\npassword = s7340055\n", "guiche.toml"),
            (&[][..], "[database]\nurl = 7340055\n", "database.url"),
            (&[("GUICHE__HTTP__PORT", "7340055")][..], "", "http.port"),
            (
                &[("GUICHE__SECRETS__JWT_KEY", "7340055")][..],
                "",
                "secrets.jwt_key",
            ),
        ] {
            with(variables, file, |config| {
                let error = config.unwrap_err();
                for told in [error.to_string(), format!("{error:?}")] {
                    assert!(!told.contains("7340055"), "{told}");
                }
                assert!(error.to_string().contains(key), "{error}");
            });
        }
    }

    /// Fails where a password in an address is shown, however odd it is.
    #[test]
    fn no_address_is_shown_with_its_password() {
        with(
            &[
                (
                    "GUICHE__DATABASE__URL",
                    "postgres://desk:pa?55@word@db.example/desk",
                ),
                (
                    "GUICHE__HTTP__PUBLIC_URL",
                    "https://desk:pa55word@desk.example",
                ),
                (
                    "GUICHE__WHATSAPP__GRAPH_URL",
                    "https://desk:pa55word@graph.example",
                ),
                (
                    "GUICHE__PUSH__OWN_SERVICE",
                    "http://desk:pa55word@push.example",
                ),
            ],
            "",
            |config| {
                let config = config.unwrap();
                let parts = format!("{:?}{:?}{:?}", config.http, config.whatsapp, config.push);
                for shown in [config.to_string(), format!("{config:?}"), parts] {
                    assert!(
                        !shown.contains("pa55") && !shown.contains("pa?55"),
                        "{shown}"
                    );
                    assert!(shown.contains("push.example"), "{shown}");
                }
            },
        );
    }
}
