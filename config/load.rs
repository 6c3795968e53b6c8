//! Reads the settings from their three places.

use std::path::Path;

use figment::{
    Figment,
    providers::{Env, Format as _, Toml},
};

use crate::{Config, ConfigError};

/// The defaults, as documented for operators.
const DEFAULTS: &str = include_str!("default.toml");

/// Reads `default.toml`, then `file` (it may be absent), then the environment, and checks the outcome.
///
/// # Errors
/// `Unreadable` for a broken file, an unknown key or a wrong type; `WeakSecret`; `Invalid`.
pub fn load(file: &Path) -> Result<Config, ConfigError> {
    let config: Config = Figment::from(Toml::string(DEFAULTS))
        .merge(Toml::file(file))
        .merge(Env::prefixed("GUICHE__").split("__"))
        .extract()?;
    config.check()?;
    Ok(config)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

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
        ] {
            with(&[(name, value)], "", |config| {
                assert!(config.is_err(), "{name}={value} was taken");
            });
        }
    }
}
