//! A receipt is read back as a reader of PDFs would.

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn receipt(language: Language) -> Receipt<'static> {
    Receipt {
        language,
        number: 198,
        plan: "Profissional (até 10)",
        is_difference: false,
        value_cents: 134_900,
        credit_cents: 0,
        due: day("2026-11-21"),
        paid: day("2026-11-20"),
        payments: vec!["E00000000202611201200abcdefghijk"],
        receiver: ("Guichê Tecnologia", "São Paulo"),
        company: "Lojas Aurora",
        billed: Some("Lojas Aurora Comércio de Roupas Ltda."),
        document: Some("12.345.678/0001-90"),
        address: Some("Rua das Acácias, 120, sala 4 · São Paulo · SP · 01310-100 · BR".into()),
        today: day("2026-11-25"),
    }
}

/// The texts that a PDF shows, in their order. Its streams are not packed; a text is `(…)` with escapes, or `<…>` in hex.
fn texts(pdf: &[u8]) -> Vec<String> {
    let find = |from: usize, word: &[u8]| {
        let rest = &pdf[from..];
        rest.windows(word.len())
            .position(|part| part == word)
            .map(|at| from + at)
    };
    let begin = find(0, b"stream\n").unwrap() + 7;
    let end = find(begin, b"endstream").unwrap();
    let mut texts = Vec::new();
    let mut bytes = pdf[begin..end].iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let mut text = Vec::new();
        if byte == b'(' {
            let mut depth = 0;
            while let Some(byte) = bytes.next() {
                match byte {
                    b'\\' => text.push(match bytes.next().unwrap() {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        other => other,
                    }),
                    b')' if depth == 0 => break,
                    b'(' | b')' => {
                        depth += if byte == b'(' { 1 } else { -1 };
                        text.push(byte);
                    }
                    other => text.push(other),
                }
            }
        } else if byte == b'<' {
            let hex: Vec<u8> = bytes.by_ref().take_while(|byte| *byte != b'>').collect();
            text = hex::decode(hex).unwrap();
        } else {
            continue;
        }
        texts.push(text.into_iter().map(char::from).collect());
    }
    texts
}

#[test]
fn a_receipt_says_who_has_paid_what_when_and_how_in_three_languages() {
    for (language, expected) in [
        (
            Language::Pt,
            [
                "Recibo de pagamento da fatura #198",
                "Assinatura, plano Profissional (até 10)",
                "20/11/2026",
                "Emitido em 25/11/2026.",
            ],
        ),
        (
            Language::En,
            [
                "Receipt of the payment of invoice #198",
                "Subscription, plan Profissional (até 10)",
                "20 Nov 2026",
                "Issued on 25 Nov 2026.",
            ],
        ),
        (
            Language::Es,
            [
                "Recibo de pago de la factura #198",
                "Suscripción, plan Profissional (até 10)",
                "20/11/2026",
                "Emitido el 25/11/2026.",
            ],
        ),
    ] {
        let pdf = receipt(language).pdf();
        assert!(pdf.is_ascii(), "a browser may read it as text");
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
        let texts = texts(&pdf);
        let rest = [
            "R$ 1.349,00",
            "Lojas Aurora",
            "Lojas Aurora Comércio de Roupas Ltda.",
            "12.345.678/0001-90",
            "Pix",
            "E00000000202611201200abcdefghijk",
            "Guichê Tecnologia, São Paulo",
        ];
        for words in expected.into_iter().chain(rest) {
            assert!(texts.iter().any(|text| text == words), "{words}: {texts:?}");
        }
    }
}

#[test]
fn what_is_unknown_is_left_out_and_what_is_long_takes_lines() {
    let mut plain = receipt(Language::Pt);
    plain.billed = None;
    plain.document = Some(" ");
    plain.payments = Vec::new();
    plain.is_difference = true;
    let long = "Avenida Comendador ".repeat(30);
    plain.address = Some(long);
    plain.company = "Ação & Reação 🚀 “Ltda” — Ñandú";
    let texts = texts(&plain.pdf());
    let has = |words: &str| texts.iter().any(|text| text.contains(words));
    assert!(!has("Nome na cobrança") && !has("CNPJ"));
    assert!(has("Diferença para o plano") && has("Confirmado por quem administra"));
    assert!(has("Ação & Reação ?"), "{texts:?}");
    let lines = texts
        .iter()
        .filter(|text| text.starts_with("Avenida") || text.starts_with("Comendador"));
    assert_eq!(lines.count(), 4);
    assert_eq!(plain.file_name(), "recibo-198.pdf");
    let word = "x".repeat(500);
    plain.company = &word;
    assert!(plain.pdf().len() < 10_000);
}

#[test]
fn a_receipt_says_how_much_was_credit_and_how_much_came_beside_it() {
    for (language, credit, rest, whole) in [
        (
            Language::Pt,
            "Crédito usado",
            "Pago além do crédito",
            "Crédito da empresa",
        ),
        (
            Language::En,
            "Credit used",
            "Paid beside the credit",
            "The company's credit",
        ),
        (
            Language::Es,
            "Crédito usado",
            "Pagado además del crédito",
            "Crédito de la empresa",
        ),
    ] {
        let mut some = receipt(language);
        some.credit_cents = 34_900;
        let of_some = texts(&some.pdf());
        let has = |all: &[String], words: &str| all.iter().any(|text| text == words);
        for words in [
            credit,
            "R$ 349,00",
            rest,
            "R$ 1.000,00",
            "R$ 1.349,00",
            "Pix",
        ] {
            assert!(has(&of_some, words), "{words}: {of_some:?}");
        }
        some.credit_cents = some.value_cents;
        some.payments = Vec::new();
        let of_all = texts(&some.pdf());
        assert!(has(&of_all, credit) && has(&of_all, whole), "{of_all:?}");
        assert!(!has(&of_all, rest) && !has(&of_all, "Pix"), "{of_all:?}");
        let of_none = texts(&receipt(language).pdf());
        assert!(
            !has(&of_none, credit) && !has(&of_none, rest),
            "{of_none:?}"
        );
    }
}
