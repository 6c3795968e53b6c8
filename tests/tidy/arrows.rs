//! Which folder of a crate may import which. Arrows inside `actors/` run one way; inside `storage/` and `http/` every arrow
//! is known, so that a new one is somebody's choice.

use std::collections::{BTreeMap, BTreeSet};

use super::{assert_none, code_of, first_word, is_test, read, sources};

/// Folders of a crate, and what each imports of its siblings.
type Arrows = [(&'static str, &'static [&'static str])];

/// Files on the ground floor of `actors/` that put the folders together.
const ACTOR_COMPOSERS: &[&str] = &[
    "actors/lib.rs",
    "actors/system.rs",
    "actors/cluster.rs",
    "actors/control.rs",
    // what tests are set up with
    "actors/test_company.rs",
];

/// What each folder of `actors/` may import from its sibling folders; one that is missing here fails the test. Files
/// on the ground floor (`actors/error.rs` …) are for everybody and import no folder.
const ACTOR_ARROWS: &Arrows = &[
    ("rules", &[]),
    ("egress", &[]),
    ("registry", &[]),
    ("push", &["egress", "rules"]),
    ("room", &["registry", "rules"]),
    ("presence", &["registry", "rules", "room"]),
    ("billing", &["egress", "rules"]),
    ("desk", &["registry", "rules", "room", "presence"]),
    (
        "connection",
        &["egress", "registry", "rules", "room", "desk"],
    ),
    ("campaign", &["registry", "rules", "room", "desk"]),
    ("integration", &["egress", "registry", "rules", "desk"]),
    ("webhooks", &["egress", "integration"]),
    (
        "clock",
        &[
            "registry",
            "rules",
            "room",
            "presence",
            "desk",
            "connection",
            "campaign",
            "integration",
            "webhooks",
            "billing",
        ],
    ),
];

/// Folders of `storage/` that everybody imports, most by the names on its ground floor (`Conn`, `on!` …).
const STORAGE_BELOW: &[&str] = &["core", "model"];

/// What each folder of `storage/` imports of its sibling folders, those below everybody aside. ARCHITECTURE.md counts them and
/// says why two folders import each other.
const STORAGE_ARROWS: &Arrows = &[
    ("audit", &["contacts"]),
    ("backup", &["delivery"]),
    ("billing", &["companies", "contacts", "security"]),
    ("bots", &["companies", "contacts", "security"]),
    ("campaigns", &["contacts", "messages", "tickets"]),
    ("chats", &["contacts"]),
    ("cluster", &["identity"]),
    (
        "companies",
        &[
            "audit", "contacts", "identity", "media", "messages", "tickets",
        ],
    ),
    (
        "connections",
        &[
            "bots",
            "campaigns",
            "companies",
            "contacts",
            "delivery",
            "security",
        ],
    ),
    ("contacts", &["campaigns", "media"]),
    ("core", &["delivery"]),
    ("dashboard", &[]),
    ("delivery", &["contacts", "messages", "webhooks"]),
    (
        "fixtures",
        &[
            "billing",
            "campaigns",
            "chats",
            "companies",
            "connections",
            "contacts",
            "delivery",
            "identity",
            "media",
            "messages",
            "tickets",
        ],
    ),
    (
        "identity",
        &["audit", "cluster", "companies", "contacts", "security"],
    ),
    ("media", &["campaigns", "companies", "contacts", "messages"]),
    ("messages", &["connections", "contacts", "media", "tickets"]),
    ("model", &[]),
    ("queues", &["bots", "companies", "messages"]),
    ("security", &[]),
    ("tickets", &["campaigns", "companies", "contacts", "media"]),
    ("webhooks", &["companies", "connections", "security"]),
];

/// What each folder of `http/` imports of its sibling folders.
const HTTP_ARROWS: &Arrows = &[
    (
        "api",
        &[
            "limits",
            "middleware",
            "receipt",
            "samples",
            "sheet",
            "webhooks",
        ],
    ),
    ("examples", &[]),
    ("limits", &["middleware"]),
    ("middleware", &["api", "limits"]),
    ("receipt", &[]),
    ("samples", &[]),
    ("sheet", &[]),
    ("simulator", &[]),
    ("socket", &["middleware"]),
    ("webhooks", &[]),
];

/// The modules that a source reaches by `crate::name` or by a tree `crate::{name, name::…}`, of several lines too.
fn crate_modules_named(text: &str) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().map(code_of).collect();
    let code = code.join("\n");
    let mut named = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let Some(tree) = rest.strip_prefix('{') else {
            named.insert(first_word(rest).to_owned());
            continue;
        };
        let mut depth = 0_usize;
        let mut part = String::new();
        for letter in tree.chars() {
            match letter {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    named.insert(first_word(part.trim()).to_owned());
                    part.clear();
                    continue;
                }
                _ => {}
            }
            part.push(letter);
        }
        named.insert(first_word(part.trim()).to_owned());
    }
    named
}

/// The folder of a crate a file is in; `None` for its ground floor and for other crates.
fn folder_of<'p>(path: &'p str, home: &str) -> Option<&'p str> {
    let (folder, _) = path.strip_prefix(home)?.split_once('/')?;
    Some(folder)
}

/// What each folder of a crate imports of its siblings, each with a file that does; tests aside.
fn arrows_of(home: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut arrows: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for path in sources(&[".rs"]).into_iter().filter(|path| !is_test(path)) {
        let Some(folder) = folder_of(&path, home) else {
            continue;
        };
        let text = read(&path);
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let named = arrows.entry(folder.to_owned()).or_default();
        for name in crate_modules_named(code.unwrap_or_default()) {
            named.entry(name).or_insert_with(|| path.clone());
        }
    }
    let folders: BTreeSet<String> = arrows.keys().cloned().collect();
    for (folder, named) in &mut arrows {
        named.retain(|name, _| name != folder && folders.contains(name));
    }
    arrows
}

/// No folder imports another one of which its row does not tell, and none is told of that it does not import.
fn assert_told(home: &str, told: &Arrows, below: &[&str]) {
    let found = arrows_of(home);
    let told: BTreeMap<&str, &[&str]> = told.iter().copied().collect();
    let mut violations = Vec::new();
    for (folder, named) in &found {
        let Some(names) = told.get(folder.as_str()) else {
            violations.push(format!("{home}{folder}: give it a row"));
            continue;
        };
        for (name, path) in named {
            if !names.contains(&name.as_str()) && !below.contains(&name.as_str()) {
                violations.push(format!("{path}: {folder} -> {name} is new"));
            }
        }
        let gone = names.iter().filter(|name| !named.contains_key(**name));
        violations.extend(gone.map(|name| format!("{home}{folder} -> {name} is gone")));
    }
    let gone = told.keys().filter(|folder| !found.contains_key(**folder));
    violations.extend(gone.map(|folder| format!("{home}{folder} is gone")));
    assert_none("tables of tests/tidy/arrows.rs", &violations);
}

#[test]
fn folders_of_storage_and_http_import_nothing_new() {
    assert_told("storage/", STORAGE_ARROWS, STORAGE_BELOW);
    assert_told("http/", HTTP_ARROWS, &[]);
}

#[test]
fn the_folders_of_storage_are_counted_and_those_that_import_each_other_named() {
    let written = read("ARCHITECTURE.md");
    let arrows: usize = STORAGE_ARROWS.iter().map(|(_, names)| names.len()).sum();
    let mut told = vec![format!(
        "{} rooms and {arrows} arrows",
        STORAGE_ARROWS.len()
    )];
    for (one, names) in STORAGE_ARROWS {
        let back = STORAGE_ARROWS.iter().filter(|(other, of_other)| {
            one < other && names.contains(other) && of_other.contains(one)
        });
        told.extend(back.map(|(other, _)| format!("`{one}` ↔ `{other}`")));
    }
    told.retain(|words| !written.contains(words));
    assert_none("ARCHITECTURE.md does not say", &told);
}

#[test]
fn actors_import_in_one_direction() {
    let files: BTreeSet<String> = sources(&[".rs"])
        .into_iter()
        .filter(|path| path.starts_with("actors/"))
        .collect();
    let folders: BTreeSet<&str> = files
        .iter()
        .filter_map(|path| folder_of(path, "actors/"))
        .collect();
    let arrows: BTreeMap<&str, &[&str]> = ACTOR_ARROWS.iter().copied().collect();

    let mut violations = Vec::new();
    for path in &files {
        let folder = folder_of(path, "actors/");
        let allowed = match folder.map(|name| arrows.get(name)) {
            // what composes everything; a test may set up a neighbour
            _ if ACTOR_COMPOSERS.contains(&path.as_str()) || is_test(path) => continue,
            Some(None) => {
                violations.push(format!("{path}: give its folder a place in ACTOR_ARROWS"));
                continue;
            }
            Some(Some(allowed)) => allowed,
            None => &[][..],
        };
        for name in crate_modules_named(&read(path)) {
            let name = name.as_str();
            if folders.contains(name) && folder != Some(name) && !allowed.contains(&name) {
                let from = folder.unwrap_or("ground floor");
                violations.push(format!("{path}: {from} -> {name}"));
            }
        }
    }
    assert_none("arrows inside actors/ run one way", &violations);
}

#[test]
fn actor_arrows_have_no_cycle() {
    let mut placed: BTreeSet<&str> = BTreeSet::new();
    for _ in ACTOR_ARROWS {
        for (module, may) in ACTOR_ARROWS {
            if may.iter().all(|name| placed.contains(name)) {
                placed.insert(module);
            }
        }
    }
    let stuck: Vec<String> = ACTOR_ARROWS
        .iter()
        .map(|(module, _)| *module)
        .filter(|module| !placed.contains(module))
        .map(str::to_owned)
        .collect();
    assert_none("modules on a cycle, or above one", &stuck);
}
