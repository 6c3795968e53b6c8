//! The receipt of a paid invoice as a PDF of one page.

mod page;
mod words;

use chrono::NaiveDate;
use guiche_actors::rules::due_notice::{Language, reais, written};

use self::{page::Page, words::Words};

/// What a receipt says.
#[derive(Debug, Clone)]
pub(crate) struct Receipt<'a> {
    /// In which language.
    pub language: Language,
    /// The invoice's number.
    pub number: i64,
    /// The plan.
    pub plan: &'a str,
    /// Whether it paid the difference to that plan and not a payment of it.
    pub is_difference: bool,
    /// How much was paid.
    pub value_cents: i64,
    /// How much of that was met by what the company had to its credit.
    pub credit_cents: i64,
    /// Until when it was to be paid.
    pub due: NaiveDate,
    /// When it was paid.
    pub paid: NaiveDate,
    /// The numbers that the central bank gave to the payments.
    pub payments: Vec<&'a str>,
    /// Who was paid, and where he is.
    pub receiver: (&'a str, &'a str),
    /// The company that has paid.
    pub company: &'a str,
    /// The name on its bills.
    pub billed: Option<&'a str>,
    /// CNPJ or CPF.
    pub document: Option<&'a str>,
    /// Where bills go, as one line.
    pub address: Option<String>,
    /// The day on which this is written.
    pub today: NaiveDate,
}

impl Receipt<'_> {
    /// The name of its file.
    pub(crate) fn file_name(&self) -> String {
        let word = Words::of(self.language).file;
        format!("{word}-{}.pdf", self.number)
    }

    /// The PDF.
    pub(crate) fn pdf(&self) -> Vec<u8> {
        let words = Words::of(self.language);
        let title = format!("{} #{}", words.title, self.number);
        let mut page = Page::new(&title);
        page.brand("Guichê");
        page.title(&title);
        page.amount(words.value, &reais(self.value_cents));
        for (label, value) in self.rows(words) {
            page.row(label, &value);
        }
        page.foot(&format!(
            "{} {}.",
            words.issued,
            written(self.today, self.language)
        ));
        page.finish()
    }

    /// What stands in the rows, in their order.
    fn rows(&self, words: &Words) -> Vec<(&'static str, String)> {
        let what = if self.is_difference {
            words.difference
        } else {
            words.subscription
        };
        let date = |day| written(day, self.language);
        let some = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let (receiver, city) = self.receiver;
        let mut rows = vec![
            (words.company, self.company.to_owned()),
            (words.billed, some(self.billed)),
            (words.document, some(self.document)),
            (words.address, some(self.address.as_deref())),
            (words.what, format!("{what} {}", self.plan)),
            (words.due, date(self.due)),
            (words.paid, date(self.paid)),
        ];
        if self.credit_cents > 0 {
            rows.push((words.credit, reais(self.credit_cents)));
        }
        let rest = self.value_cents - self.credit_cents;
        if self.credit_cents > 0 && rest > 0 {
            rows.push((words.rest, reais(rest)));
        }
        if rest <= 0 {
            rows.push((words.way, words.by_credit.to_owned()));
        } else if self.payments.is_empty() {
            rows.push((words.way, words.by_hand.to_owned()));
        } else {
            rows.push((words.way, "Pix".to_owned()));
            rows.extend(
                self.payments
                    .iter()
                    .map(|id| (words.payment, (*id).to_owned())),
            );
        }
        rows.push((words.receiver, format!("{receiver}, {city}")));
        rows.retain(|(_, value)| !value.trim().is_empty());
        rows
    }
}

#[cfg(test)]
mod tests;
