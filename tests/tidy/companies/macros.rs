//! The macros of the storage that are texts, and the functions that add to a statement of a `QueryBuilder`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    UNKNOWN,
    rust::{
        Node::{self, Group, Sign, Text, Word},
        any, between_commas, read, without_tests,
    },
};

/// Macros that call macros, and functions that call functions, are followed so far.
pub(super) const DEEP: usize = 8;

/// A macro with its arms, or a function that adds to a statement, whose only arm is its body.
pub(super) struct Definition {
    pub file: String,
    pub name: String,
    /// What is asked for, and what comes in its place.
    pub arms: Vec<(Vec<Node>, Vec<Node>)>,
}

impl Definition {
    /// Whether it adds to the statement of a builder.
    pub(super) fn adds(&self) -> bool {
        let mut bodies = self.arms.iter().map(|(_, body)| body);
        bodies.any(|body| any(body, &|node| node.is_word("push")))
    }
}

/// What the sources say, and the macros and functions that their texts are made with.
pub(super) struct Sources {
    /// The pieces of each file.
    pub files: BTreeMap<String, Vec<Node>>,
    macros: Vec<Definition>,
    helpers: Vec<Definition>,
}

impl Sources {
    /// Reads sources, each with its path.
    pub(super) fn new(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files = files
            .into_iter()
            .map(|(path, text)| (path, without_tests(&read(&text))));
        let files: BTreeMap<String, Vec<Node>> = files.collect();
        let (mut macros, mut helpers) = (Vec::new(), Vec::new());
        for (path, nodes) in &files {
            learn(path, nodes, &mut macros, &mut helpers);
        }
        Self {
            files,
            macros,
            helpers,
        }
    }

    /// The file whose definition is meant by a name. Of several it is the module's that is named with it, the file's own, that
    /// of a folder above, the neighbour's, or the one that is made known to others.
    fn home<'d>(
        &self,
        file: &str,
        (module, name): (Option<&str>, &str),
        all: &'d [Definition],
    ) -> Option<&'d str> {
        let named = all.iter().filter(|it| it.name == name);
        let homes: BTreeSet<&'d str> = named.map(|it| it.file.as_str()).collect();
        let only = |is_so: &dyn Fn(&str) -> bool| -> Option<&'d str> {
            let mut fitting = homes.iter().copied().filter(|&home| is_so(home));
            let first = fitting.next()?;
            fitting.next().is_none().then_some(first)
        };
        if let Some(module) = module {
            let ends = [format!("/{module}.rs"), format!("/{module}/mod.rs")];
            let of_module = only(&|home: &str| ends.iter().any(|end| home.ends_with(end.as_str())));
            if of_module.is_some() {
                return of_module;
            }
        }
        if let Some(own) = homes.get(file) {
            return Some(*own);
        }
        let folder = folder_of(file);
        let mut above = folder;
        while above.contains('/') {
            let of_folder = format!("{above}/mod.rs");
            if let Some(home) = homes.get(of_folder.as_str()) {
                return Some(*home);
            }
            above = folder_of(above);
        }
        let is_near = |home: &str| folder_of(home) == folder;
        let is_told = |home: &str| self.tells(home, name);
        only(&|_: &str| true)
            .or_else(|| only(&is_near))
            .or_else(|| only(&|home: &str| is_near(home) && is_told(home)))
            .or_else(|| only(&is_told))
    }

    /// What adds to a statement and is called by this name, said with a module or without.
    pub(super) fn helpers(&self, file: &str, named: (Option<&str>, &str)) -> Vec<&Definition> {
        let Some(home) = self.home(file, named, &self.helpers) else {
            return Vec::new();
        };
        let helpers = self.helpers.iter();
        let meant = helpers.filter(|it| it.file == home && it.name == named.1);
        meant.collect()
    }

    /// Whether a file makes a macro known to others.
    fn tells(&self, file: &str, name: &str) -> bool {
        self.files.get(file).is_some_and(|nodes| {
            nodes
                .windows(3)
                .any(|it| it[0].is_word("use") && it[1].is_word(name) && it[2].is_sign(';'))
        })
    }

    /// The macro that a file means by a name.
    pub(super) fn named(&self, file: &str, name: &str) -> Option<&Definition> {
        let home = self.home(file, (None, name), &self.macros)?;
        let mut macros = self.macros.iter();
        macros.find(|it| it.file == home && it.name == name)
    }

    /// Whether a macro is nothing but a text.
    pub(super) fn is_text(&self, found: &Definition, depth: usize) -> bool {
        found.arms.iter().all(|(_, body)| match body.as_slice() {
            [Text(_)] => true,
            [Word(name), Sign('!'), Group(..)] => {
                // one may call itself with more
                let inner = self.named(&found.file, name);
                name == "concat"
                    || depth == DEEP
                    || inner.is_some_and(|it| self.is_text(it, depth + 1))
            }
            _ => false,
        })
    }

    /// The text that some pieces stand for; `given` is what a macro was called with.
    pub(super) fn text_of(&self, file: &str, nodes: &[Node], given: &[(&str, String)]) -> String {
        match nodes {
            [Text(text)] => text.clone(),
            [Sign('$'), Word(name)] => {
                let mut given = given.iter();
                let value = given.find(|(own, _)| *own == name.as_str());
                value.map_or_else(unknown, |(_, text)| text.clone())
            }
            [Word(name), Sign('!'), Group(_, inner)] => {
                let parts: Vec<String> = between_commas(inner)
                    .into_iter()
                    .map(|part| self.text_of(file, part, given))
                    .collect();
                if name == "concat" {
                    return parts.concat();
                }
                if name == "row_id" {
                    return " rowid ".to_owned();
                }
                match self.named(file, name) {
                    Some(found) if self.is_text(found, 0) => self.written_out(found, &parts),
                    // a word of a dialect
                    _ => format!(" {} ", parts.join(" ")),
                }
            }
            _ => unknown(),
        }
    }

    fn written_out(&self, found: &Definition, parts: &[String]) -> String {
        for (pattern, body) in &found.arms {
            let names = pattern.windows(2).filter_map(|pair| match pair {
                [Sign('$'), Word(name)] => Some(name.as_str()),
                _ => None,
            });
            let names: Vec<&str> = names.collect();
            if names.len() == parts.len() {
                let given = names.into_iter().zip(parts.iter().cloned());
                let given: Vec<(&str, String)> = given.collect();
                return self.text_of(&found.file, body, &given);
            }
        }
        panic!("{}: no arm of {} takes {parts:?}", found.file, found.name);
    }
}

/// What stands where nobody knows the text.
fn unknown() -> String {
    format!(" {UNKNOWN} ")
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Notes the macros of a source, and the functions that add to a statement.
fn learn(file: &str, nodes: &[Node], macros: &mut Vec<Definition>, helpers: &mut Vec<Definition>) {
    for (at, node) in nodes.iter().enumerate() {
        let rest = &nodes[at..];
        match rest {
            [Word(key), Sign('!'), Word(name), Group(_, inner), ..] if key == "macro_rules" => {
                macros.push(Definition {
                    file: file.to_owned(),
                    name: name.clone(),
                    arms: arms(inner),
                });
            }
            [Word(key), Word(name), ..] if key == "fn" => {
                let (head, body) = head_and_body(rest);
                if let Some(body) = body
                    && (takes_builder(head) || gives_text(head))
                {
                    helpers.push(Definition {
                        file: file.to_owned(),
                        name: name.clone(),
                        arms: vec![(Vec::new(), body.to_vec())],
                    });
                }
            }
            _ => {}
        }
        if let Group(_, inner) = node {
            learn(file, inner, macros, helpers);
        }
    }
}

fn arms(nodes: &[Node]) -> Vec<(Vec<Node>, Vec<Node>)> {
    let mut arms = Vec::new();
    let mut rest = nodes;
    while let [first, after @ ..] = rest {
        rest = after;
        if let Group(_, pattern) = first
            && let [Sign('='), Sign('>'), Group(_, body), behind @ ..] = after
        {
            arms.push((pattern.clone(), body.clone()));
            rest = behind;
        }
    }
    arms
}

/// The head of a function, and its body; none where it is only declared.
pub(super) fn head_and_body(nodes: &[Node]) -> (&[Node], Option<&[Node]>) {
    let end = nodes
        .iter()
        .position(|node| node.is_group('{') || node.is_sign(';'));
    let (head, behind) = nodes.split_at(end.unwrap_or(nodes.len()));
    match behind {
        [Group('{', body), ..] => (head, Some(body.as_slice())),
        _ => (head, None),
    }
}

pub(super) fn takes_builder(head: &[Node]) -> bool {
    head.iter().any(
        |node| matches!(node, Group('(', taken) if any(taken, &|it| it.is_word("QueryBuilder"))),
    )
}

/// A function of `&'static str` may say a part of a statement.
fn gives_text(head: &[Node]) -> bool {
    matches!(head, [.., Sign('\''), Word(life), Word(kind)] if life == "static" && kind == "str")
}
