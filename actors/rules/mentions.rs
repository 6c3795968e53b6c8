//! Who is named in a note: `@` and his whole name.

use guiche_storage::model::UserId;

/// Who of these is named in a text, each once. Of two names of which one begins the other, the longer one is meant.
pub fn of<'a>(text: &str, names: impl IntoIterator<Item = (UserId, &'a str)>) -> Vec<UserId> {
    let mut rest = text.to_lowercase();
    let mut known: Vec<(UserId, String)> = names
        .into_iter()
        .map(|(id, name)| (id, format!("@{}", name.trim().to_lowercase())))
        .filter(|(_, name)| name.len() > 1)
        .collect();
    known.sort_by_key(|(id, name)| (std::cmp::Reverse(name.len()), id.0));
    let mut meant = Vec::new();
    for (id, name) in known {
        let mut kept = String::with_capacity(rest.len());
        let mut is_named = false;
        let mut parts = rest.split(name.as_str());
        kept.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let ends = !part.starts_with(char::is_alphanumeric);
            // what was read as one name is not read as another
            kept.push_str(if ends { " " } else { name.as_str() });
            kept.push_str(part);
            is_named |= ends;
        }
        rest = kept;
        if is_named {
            meant.push(id);
        }
    }
    meant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_read_the_longer_ones_first() {
        let names = [
            (UserId(1), "Ana"),
            (UserId(2), "Ana Lima"),
            (UserId(3), "João Érico"),
            (UserId(4), " "),
        ];
        let meant = |text: &str| of(text, names);
        assert_eq!(meant("@Ana Lima, veja"), [UserId(2)]);
        assert_eq!(meant("@ana e @ANA LIMA"), [UserId(2), UserId(1)]);
        assert_eq!(meant("fale com @João Érico."), [UserId(3)]);
        assert!(meant("@Anatomia, ana@exemplo.com e @ ninguém").is_empty());
        assert!(meant("Ana Lima").is_empty());
    }
}
