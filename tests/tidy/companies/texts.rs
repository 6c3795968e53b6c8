//! The statements of the storage: texts, and what a `QueryBuilder` puts together.

use super::{
    macros::{DEEP, Definition, Sources, head_and_body, takes_builder},
    rust::{
        Node::{self, Group, Sign, Text, Word},
        any,
    },
};

/// A statement, and who makes it.
#[derive(Debug)]
pub(super) struct Statement {
    /// Where.
    pub file: String,
    /// The function, or the macro.
    pub function: String,
    /// What is sent. What a builder binds is `$company` or `$other`.
    pub text: String,
    /// For each of `$1`, `$2` … whether what is bound there is called company; empty where that stands somewhere else.
    pub bound: Vec<bool>,
}

/// Every text that may be a statement.
pub(super) fn statements(sources: &Sources) -> Vec<Statement> {
    let mut found = Vec::new();
    for (file, nodes) in &sources.files {
        let mut walk = Walk {
            sources,
            file,
            function: String::new(),
            builder: None,
            bound: Vec::new(),
            depth: 0,
            found: Vec::new(),
        };
        walk.through(file, nodes);
        walk.finish();
        found.append(&mut walk.found);
    }
    found
}

/// Whether what is bound is called company.
fn names_company(nodes: &[Node]) -> bool {
    any(nodes, &|node| node.word().contains("company"))
}

fn parameter(nodes: &[Node]) -> &'static str {
    if names_company(nodes) {
        "$company"
    } else {
        "$other"
    }
}

/// What is bound by the calls behind a text.
fn bound_behind(nodes: &[Node]) -> Vec<bool> {
    let mut bound = Vec::new();
    let mut rest = nodes;
    while let [Sign('.'), Word(name), Group('(', given), after @ ..] = rest {
        match name.as_str() {
            "bind" => bound.push(names_company(given)),
            "persistent" => {}
            _ => break,
        }
        rest = after;
    }
    bound
}

/// What is pushed for a row of `VALUES`.
fn pushed(nodes: &[Node]) -> Vec<&'static str> {
    let mut values = Vec::new();
    let mut rest = nodes;
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (Word(name), [Group(_, given), behind @ ..]) if name == "push_bind" => {
                values.push(parameter(given));
                rest = behind;
            }
            (Group(_, inner), _) => values.extend(pushed(inner)),
            _ => {}
        }
    }
    values
}

/// A way through a source.
struct Walk<'s> {
    sources: &'s Sources,
    file: &'s str,
    function: String,
    builder: Option<String>,
    bound: Vec<bool>,
    depth: usize,
    found: Vec<Statement>,
}

impl Walk<'_> {
    fn through(&mut self, file: &str, nodes: &[Node]) {
        let mut rest = nodes;
        while !rest.is_empty() {
            let passed = self.step(file, rest);
            rest = rest.get(passed..).unwrap_or_default();
        }
    }

    /// Looks at what stands first. Answers how many pieces that were.
    fn step(&mut self, file: &str, rest: &[Node]) -> usize {
        match rest {
            [Text(text), ..] => {
                self.add(text);
                1
            }
            [Group(_, inner), behind @ ..] => {
                let outer = std::mem::replace(&mut self.bound, bound_behind(behind));
                self.through(file, inner);
                self.bound = outer;
                1
            }
            [Word(key), Sign('!'), Word(name), Group(..), ..] if key == "macro_rules" => {
                self.definition(file, name);
                4
            }
            [Word(key), Word(name), ..] if key == "fn" => self.function(name, rest),
            [Word(key), Word(name), Sign(':'), ..] if key == "const" || key == "static" => {
                self.function.clone_from(name);
                2
            }
            [Word(name), Sign('!'), Group(..), ..] => self.called(file, name, &rest[..3]),
            [Word(key), Sign(':'), ..] if key == "QueryBuilder" => {
                self.finish();
                self.builder = Some(String::new());
                1
            }
            [
                Word(module),
                Sign(':'),
                Sign(':'),
                Word(name),
                Group('(', given),
                ..,
            ] => 3 + self.helped(file, (Some(module.as_str()), name), given),
            [Word(name), Group('(', given), ..] => self.helped(file, (None, name), given),
            _ => 1,
        }
    }

    /// A macro that is no text: its statements are its own, unless it adds to somebody else's.
    fn definition(&mut self, file: &str, name: &str) {
        let sources = self.sources;
        let Some(found) = sources.named(file, name) else {
            return;
        };
        if self.depth > 0 || sources.is_text(found, 0) || found.adds() {
            return;
        }
        let outer = std::mem::replace(&mut self.function, format!("{name}!"));
        for (_, body) in &found.arms {
            self.through(file, body);
        }
        self.finish();
        self.function = outer;
    }

    /// What adds to a statement is looked at where it is called.
    fn function(&mut self, name: &str, rest: &[Node]) -> usize {
        if self.depth == 0 {
            self.finish();
            name.clone_into(&mut self.function);
        }
        let (head, _) = head_and_body(rest);
        if takes_builder(head) {
            head.len() + 1
        } else {
            2
        }
    }

    fn called(&mut self, file: &str, name: &str, call: &[Node]) -> usize {
        let sources = self.sources;
        let found = sources.named(file, name);
        if name == "concat" || found.is_some_and(|it| sources.is_text(it, 0)) {
            let text = sources.text_of(file, call, &[]);
            self.add(&text);
            return 3;
        }
        match found {
            Some(found) if self.builder.is_some() && found.adds() => {
                self.inside(found);
                3
            }
            _ => 2,
        }
    }

    /// A call, which may add to the statement of a builder or end it.
    fn helped(
        &mut self,
        file: &str,
        (module, name): (Option<&str>, &str),
        given: &[Node],
    ) -> usize {
        if self.builder.is_none() {
            return 1;
        }
        match name {
            "push_bind" => self.add(parameter(given)),
            "push_values" => {
                let values = pushed(given).join(", ");
                self.add(&format!("VALUES ({values})"));
            }
            _ if name.starts_with("build") => self.finish(),
            _ => {
                let sources = self.sources;
                let helpers = sources.helpers(file, (module, name));
                if helpers.is_empty() {
                    return 1;
                }
                self.through(file, given);
                for helper in helpers {
                    self.inside(helper);
                }
            }
        }
        2
    }

    fn inside(&mut self, found: &Definition) {
        if self.depth == DEEP {
            return;
        }
        self.depth += 1;
        for (_, body) in &found.arms {
            self.through(&found.file, body);
        }
        self.depth -= 1;
    }

    fn add(&mut self, text: &str) {
        if let Some(built) = &mut self.builder {
            built.push(' ');
            built.push_str(text);
            built.push(' ');
        } else if self.depth == 0 {
            let bound = self.bound.clone();
            self.note(text.to_owned(), bound);
        }
    }

    /// The statement of a builder is whole.
    fn finish(&mut self) {
        if let Some(text) = self.builder.take() {
            self.note(text, Vec::new());
        }
    }

    fn note(&mut self, text: String, bound: Vec<bool>) {
        self.found.push(Statement {
            file: self.file.to_owned(),
            function: self.function.clone(),
            text,
            bound,
        });
    }
}
