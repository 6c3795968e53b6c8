//! Rust as far as it matters for the texts in it: words, texts, signs, and what stands in brackets.

/// A piece of Rust, or of SQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// A name, a keyword or a number.
    Word(String),
    /// What stands in quotes.
    Text(String),
    /// Any other sign.
    Sign(char),
    /// A bracket, and what it holds.
    Group(char, Vec<Node>),
}

impl Node {
    /// The word that it is; nothing for anything else.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            _ => "",
        }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }

    pub(super) fn is_sign(&self, sign: char) -> bool {
        matches!(self, Self::Sign(own) if *own == sign)
    }

    pub(super) fn is_group(&self, bracket: char) -> bool {
        matches!(self, Self::Group(own, _) if *own == bracket)
    }
}

/// The pieces of a source, comments left out.
pub(super) fn read(source: &str) -> Vec<Node> {
    let mut reader = Reader {
        letters: source.chars().collect(),
        at: 0,
    };
    reader.level()
}

pub(super) fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether one of the pieces is such a one, also inside of brackets.
pub(super) fn any(nodes: &[Node], is_so: &dyn Fn(&Node) -> bool) -> bool {
    nodes
        .iter()
        .any(|node| is_so(node) || matches!(node, Node::Group(_, inner) if any(inner, is_so)))
}

/// What stands between commas.
pub(super) fn between_commas(nodes: &[Node]) -> Vec<&[Node]> {
    let parts = nodes.split(|node| node.is_sign(','));
    parts.filter(|part| !part.is_empty()).collect()
}

/// The same without attributes, and without what is there for tests alone.
pub(super) fn without_tests(nodes: &[Node]) -> Vec<Node> {
    let mut kept = Vec::new();
    let mut rest = nodes;
    while let [node, after @ ..] = rest {
        if let Some((attribute, item)) = attribute(rest) {
            rest = if is_for_tests(attribute) {
                behind_item(item)
            } else {
                item
            };
            continue;
        }
        kept.push(match node {
            Node::Group(bracket, inner) => Node::Group(*bracket, without_tests(inner)),
            other => other.clone(),
        });
        rest = after;
    }
    kept
}

/// The attribute that stands first, and what stands behind it.
fn attribute(nodes: &[Node]) -> Option<(&[Node], &[Node])> {
    match nodes {
        [Node::Sign('#'), Node::Group('[', attribute), item @ ..]
        | [
            Node::Sign('#'),
            Node::Sign('!'),
            Node::Group('[', attribute),
            item @ ..,
        ] => Some((attribute.as_slice(), item)),
        _ => None,
    }
}

fn is_for_tests(attribute: &[Node]) -> bool {
    match attribute {
        [name, Node::Group('(', when)] if name.is_word("cfg") => {
            matches!(when.as_slice(), [only] if only.is_word("test"))
        }
        _ => false,
    }
}

/// An item ends with its body or with a semicolon.
fn behind_item(nodes: &[Node]) -> &[Node] {
    let end = nodes
        .iter()
        .position(|node| node.is_group('{') || node.is_sign(';'));
    end.and_then(|end| nodes.get(end + 1..)).unwrap_or_default()
}

struct Reader {
    letters: Vec<char>,
    at: usize,
}

impl Reader {
    /// Everything up to and with the bracket that closes.
    fn level(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        while let Some(letter) = self.peek(0) {
            match letter {
                '/' if self.is_next("//") => {
                    self.until("\n");
                }
                '/' if self.is_next("/*") => {
                    self.until("*/");
                }
                '(' | '[' | '{' => {
                    self.skip(1);
                    nodes.push(Node::Group(letter, self.level()));
                }
                ')' | ']' | '}' => {
                    self.skip(1);
                    return nodes;
                }
                '"' => nodes.push(Node::Text(self.text())),
                '\'' => nodes.push(self.quote()),
                _ if is_letter(letter) => nodes.push(self.named()),
                _ => {
                    self.skip(1);
                    if !letter.is_whitespace() {
                        nodes.push(Node::Sign(letter));
                    }
                }
            }
        }
        nodes
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    fn skip(&mut self, count: usize) {
        self.at += count;
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.peek(0)?;
        self.skip(1);
        Some(letter)
    }

    fn is_next(&self, text: &str) -> bool {
        let mut letters = text.chars().enumerate();
        letters.all(|(ahead, letter)| self.peek(ahead) == Some(letter))
    }

    /// What stands before `end`, which is passed too.
    fn until(&mut self, end: &str) -> String {
        let mut before = String::new();
        while !self.is_next(end) {
            let Some(letter) = self.take() else {
                return before;
            };
            before.push(letter);
        }
        self.skip(end.chars().count());
        before
    }

    /// A text in quotes.
    fn text(&mut self) -> String {
        let mut text = String::new();
        self.skip(1);
        while let Some(letter) = self.take() {
            match letter {
                '"' => break,
                '\\' => self.escaped(&mut text),
                _ => text.push(letter),
            }
        }
        text
    }

    fn escaped(&mut self, text: &mut String) {
        match self.take() {
            // the text goes on with the first letter of the next line
            Some('\n') => {
                while self.peek(0).is_some_and(char::is_whitespace) {
                    self.skip(1);
                }
            }
            Some('n' | 't') => text.push(' '),
            Some(letter) => text.push(letter),
            None => {}
        }
    }

    /// A letter in quotes, or the quote of a lifetime.
    fn quote(&mut self) -> Node {
        if self.peek(1) == Some('\\') {
            self.skip(3);
            self.until("'");
        } else if self.peek(2) == Some('\'') {
            self.skip(3);
        } else {
            self.skip(1);
        }
        Node::Sign('\'')
    }

    /// A word, or a text with letters before its quotes.
    fn named(&mut self) -> Node {
        let mut word = String::new();
        while let Some(letter) = self.peek(0).filter(|letter| is_letter(*letter)) {
            word.push(letter);
            self.skip(1);
        }
        let mut hashes = 0;
        while self.peek(hashes) == Some('#') {
            hashes += 1;
        }
        let is_text = self.peek(hashes) == Some('"');
        if is_text && ["r", "br", "cr"].contains(&word.as_str()) {
            self.skip(hashes + 1);
            let end = format!("\"{}", "#".repeat(hashes));
            return Node::Text(self.until(&end));
        }
        if is_text && hashes == 0 && ["b", "c"].contains(&word.as_str()) {
            return Node::Text(self.text());
        }
        Node::Word(word)
    }
}
