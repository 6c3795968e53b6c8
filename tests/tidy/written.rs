//! What has to be written down: rules, requirements and decisions that are named, metrics, and modules in their folders.

use std::collections::BTreeSet;

use super::{assert_none, first_word, read, sources};

/// The rules that a text points at: "rule B3", "rules B3, B4".
fn rules_cited(text: &str) -> BTreeSet<String> {
    let mut cited = BTreeSet::new();
    for rest in text
        .split("rule ")
        .skip(1)
        .chain(text.split("rules ").skip(1))
    {
        for word in rest.split(", ") {
            let id = first_word(word);
            let is_id = id.strip_prefix(['B', 'P']).is_some_and(|number| {
                !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit())
            });
            if !is_id {
                break;
            }
            cited.insert(id.to_owned());
        }
    }
    cited
}

#[test]
fn every_metric_says_what_it_means() {
    let names = |path: &str| -> BTreeSet<String> {
        let text = read(path);
        let parts = text.split("\"guiche_").skip(1);
        let named = parts.filter_map(|part| part.split('"').next());
        let is_name = |name: &&str| name.chars().all(|it| it.is_ascii_lowercase() || it == '_');
        named.filter(is_name).map(str::to_owned).collect()
    };
    let help = "http/metric_help.rs";
    let explained = names(help);
    assert!(explained.len() > 20, "{explained:?}");
    let measuring = sources(&[".rs"]).into_iter().filter(|path| {
        let is_ours = ["actors/", "http/", "server/", "storage/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        is_ours && path != help && read(path).contains("metrics::")
    });
    let mut used = BTreeSet::new();
    for path in measuring {
        used.extend(names(&path));
    }
    let missing: Vec<String> = used.difference(&explained).cloned().collect();
    assert_none("say in http/metric_help.rs what it means", &missing);
    let gone: Vec<String> = explained.difference(&used).cloned().collect();
    assert_none("nothing is measured under this name", &gone);
}

#[test]
fn every_rule_that_a_comment_points_at_is_written_down() {
    let written: BTreeSet<String> = sources(&[".md"])
        .iter()
        .filter(|path| path.starts_with("docs/product/"))
        .flat_map(|path| {
            let text = read(path);
            let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
            headings
                .map(|heading| first_word(heading).to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    let violations: Vec<String> = sources(&[".rs", ".ts", ".tsx", ".toml"])
        .iter()
        .flat_map(|path| {
            let missing = rules_cited(&read(path));
            missing
                .difference(&written)
                .map(|id| format!("{path}: {id}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(!written.is_empty());
    assert_none("a cited rule has its heading in docs/product", &violations);
}

/// The requirements that a text names: `S045`, `A031`.
fn requirements_named(text: &str) -> BTreeSet<String> {
    let is_id = |word: &&str| {
        word.strip_prefix(['S', 'A']).is_some_and(|number| {
            number.len() == 3 && number.chars().all(|letter| letter.is_ascii_digit())
        })
    };
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(is_id).map(str::to_owned).collect()
}

#[test]
fn every_requirement_that_is_named_is_written_down() {
    let written: BTreeSet<String> = ["service-desk", "administration"]
        .iter()
        .flat_map(|page| {
            let text = read(&format!("docs/product/{page}.md"));
            let bold = text.split("**").skip(1).step_by(2);
            let cells = text.split("\n| ").filter_map(|row| row.split(' ').next());
            bold.chain(cells)
                .flat_map(requirements_named)
                .collect::<BTreeSet<_>>()
        })
        .collect();
    assert!(written.len() > 280, "{}", written.len());
    // texts of the product may look like one
    let violations: Vec<String> = sources(&[".rs", ".ts", ".tsx", ".mjs"])
        .iter()
        .flat_map(|path| {
            let text = read(path);
            let comments = text.lines().filter_map(|line| line.split_once("//"));
            let named: BTreeSet<String> = comments
                .flat_map(|(_, comment)| requirements_named(comment))
                .collect();
            named
                .difference(&written)
                .map(|id| format!("{path}: {id}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_none("a named requirement stands in docs/product", &violations);
}

/// The numbers that follow a word: "DECISIONS 1, 2 and 3", over the ends of lines too.
fn numbers_after(word: &str, text: &str) -> BTreeSet<u16> {
    let mut numbers = BTreeSet::new();
    let mut may_follow = false;
    for token in text.split_whitespace() {
        let bare = token.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        if bare == word {
            may_follow = true;
        } else if may_follow && !bare.is_empty() && bare != "and" {
            let digits = bare.trim_end_matches(|letter: char| !letter.is_ascii_digit());
            let number: Option<u16> = digits.parse().ok();
            numbers.extend(number);
            may_follow = number.is_some() && matches!(bare.strip_prefix(digits), Some("" | ","));
        }
    }
    numbers
}

/// The numbers that stand alone in parentheses.
fn numbers_in_parentheses(text: &str) -> BTreeSet<u16> {
    let inside = text.split('(').skip(1);
    let inside = inside.filter_map(|rest| rest.split(')').next());
    inside.filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn every_decision_that_is_named_is_written_down() {
    let all = sources(&[".rs", ".ts", ".tsx", ".mjs", ".md", ".toml", ".sql"]);
    let mut violations = Vec::new();
    for (word, place) in [("DECISIONS", "DECISIONS.md"), ("NOTES", "benches/NOTES.md")] {
        let text = read(place);
        let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
        let written: BTreeSet<u16> = headings
            .filter_map(|heading| first_word(heading).parse().ok())
            .collect();
        assert!(written.len() > 20, "{place}: {written:?}");
        for path in &all {
            let text = read(path);
            let mut named = numbers_after(word, &text);
            if path == place {
                named.extend(numbers_in_parentheses(&text));
            }
            let missing = named.difference(&written);
            violations.extend(missing.map(|number| format!("{path}: {word} {number}")));
        }
    }
    assert_none(
        "a cited decision or note has its heading in DECISIONS.md or benches/NOTES.md",
        &violations,
    );
}

/// Whether a file stands beside the folder of its own module: the folder's `mod.rs` is its place.
fn is_beside_its_folder(path: &str, all: &BTreeSet<String>) -> bool {
    let Some(folder) = path.strip_suffix(".rs") else {
        return false;
    };
    let folder = format!("{folder}/");
    all.iter().any(|other| other.starts_with(&folder))
}

#[test]
fn a_module_with_a_folder_is_the_folders_mod() {
    let all = sources(&[".rs"]);
    let violations: Vec<String> = all
        .iter()
        .filter(|path| is_beside_its_folder(path, &all))
        .cloned()
        .collect();
    assert_none("a folder's module is its mod.rs", &violations);
}
