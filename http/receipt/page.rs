//! A page of a PDF, written from above: a title, an amount, and rows of a label and a value. The fonts are those that every reader
//! has, which know the letters of Western Europe.

use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

/// A4, in points.
const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 56.0;
/// Where values begin.
const VALUES: f32 = 210.0;
/// From one line to the next.
const LINE: f32 = 16.0;
/// Lines of one value; what is longer is cut.
const LINES_MAX: usize = 4;

const PLAIN: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const PLAIN_FONT: Ref = Ref::new(4);
const BOLD_FONT: Ref = Ref::new(5);
const CONTENT: Ref = Ref::new(6);
const INFO: Ref = Ref::new(7);

/// Grey of labels.
const GREY: f32 = 0.4;

/// The page.
pub(super) struct Page {
    title: String,
    content: Content,
    y: f32,
}

impl Page {
    /// An empty one.
    pub(super) fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            content: Content::new(),
            y: HEIGHT - MARGIN,
        }
    }

    /// Who issues it.
    pub(super) fn brand(&mut self, name: &str) {
        self.content.set_fill_gray(GREY);
        self.text(BOLD, 12.0, MARGIN, name);
        self.content.set_fill_gray(0.0);
        self.y -= 34.0;
    }

    /// Its heading.
    pub(super) fn title(&mut self, text: &str) {
        self.text(BOLD, 18.0, MARGIN, text);
        self.y -= 18.0;
        self.rule();
    }

    /// What was paid.
    pub(super) fn amount(&mut self, label: &str, amount: &str) {
        self.y -= 12.0;
        self.content.set_fill_gray(GREY);
        self.text(PLAIN, 11.0, MARGIN, label);
        self.content.set_fill_gray(0.0);
        self.text(BOLD, 20.0, VALUES, amount);
        self.y -= 18.0;
        self.rule();
        self.y -= 8.0;
    }

    /// A label and its value, in as many lines as it takes.
    pub(super) fn row(&mut self, label: &str, value: &str) {
        self.content.set_fill_gray(GREY);
        self.text(PLAIN, 11.0, MARGIN, label);
        self.content.set_fill_gray(0.0);
        for line in lines(value, (WIDTH - MARGIN - VALUES) / 11.0) {
            self.text(PLAIN, 11.0, VALUES, &line);
            self.y -= LINE;
        }
        self.y -= 4.0;
    }

    /// What stands below everything.
    pub(super) fn foot(&mut self, text: &str) {
        self.y -= 8.0;
        self.rule();
        self.content.set_fill_gray(GREY);
        self.text(PLAIN, 9.0, MARGIN, text);
    }

    /// The file.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).kids([PAGE]).count(1);
        let mut page = pdf.page(PAGE);
        page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT));
        page.parent(PAGES);
        page.contents(CONTENT);
        page.resources()
            .fonts()
            .pair(PLAIN, PLAIN_FONT)
            .pair(BOLD, BOLD_FONT);
        page.finish();
        for (font, name) in [
            (PLAIN_FONT, Name(b"Helvetica")),
            (BOLD_FONT, Name(b"Helvetica-Bold")),
        ] {
            let mut font = pdf.type1_font(font);
            font.base_font(name);
            font.encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        pdf.document_info(INFO)
            .title(TextStr(&self.title))
            .producer(TextStr("Guichê"));
        pdf.stream(CONTENT, &self.content.finish());
        let mut file = pdf.finish();
        // but for a mark in its second line it is plain text, which no way through browsers changes
        for byte in file.iter_mut().filter(|byte| !byte.is_ascii()) {
            *byte = b'_';
        }
        file
    }

    fn text(&mut self, font: Name<'_>, size: f32, x: f32, text: &str) {
        self.content
            .begin_text()
            .set_font(font, size)
            .next_line(x, self.y)
            .show(Str(&encoded(text)))
            .end_text();
    }

    fn rule(&mut self) {
        self.content
            .set_stroke_gray(0.8)
            .move_to(MARGIN, self.y)
            .line_to(WIDTH - MARGIN, self.y)
            .stroke();
        self.y -= 18.0;
    }
}

/// A text in the letters of `WinAnsiEncoding`; a question mark for every other one.
fn encoded(text: &str) -> Vec<u8> {
    text.chars().map(byte_of).collect()
}

fn byte_of(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
        '€' => 0x80,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        '\t' | '\n' | '\r' => b' ',
        _ => b'?',
    }
}

/// A text in lines of at most so many ems: parted at spaces, and in long words.
fn lines(text: &str, most: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0.0;
    for word in text.split_whitespace() {
        let width: f32 = word.chars().map(ems).sum();
        if used > 0.0 && used + ems(' ') + width > most {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        if used > 0.0 {
            line.push(' ');
            used += ems(' ');
        }
        for letter in word.chars() {
            if used + ems(letter) > most {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(letter);
            used += ems(letter);
        }
    }
    lines.push(line);
    lines.truncate(LINES_MAX);
    lines
}

/// About how wide a letter is, in parts of the font's size; rather too wide.
fn ems(letter: char) -> f32 {
    match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.29,
        'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
        upper if upper.is_uppercase() => 0.78,
        _ => 0.57,
    }
}
