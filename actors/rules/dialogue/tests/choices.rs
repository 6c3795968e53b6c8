//! What a text chooses.

use super::*;

fn pick(text: &str) -> Option<i64> {
    let offered = [
        (1, "Vendas"),
        (2, "Segunda via de boleto"),
        (3, "São José"),
        (4, "Boleto vencido"),
        (5, "🛒"),
        (6, "Pós-venda 🧡"),
        (7, "Sete"),
        (8, "Oito"),
        (9, "Nove"),
        (10, "Dez"),
    ];
    Reply::read(text).pick(&offered)
}

#[test]
fn a_number_is_read_in_the_ways_people_write_one() {
    for text in [
        "1",
        " 1 ",
        "1.",
        "1)",
        "(1)",
        "[1]",
        "[ 1 ]",
        "1!",
        "01",
        "0001",
        "①",
        "1️⃣",
        "１",
        "١",
        "१",
        "𝟏",
        "⑴",
        "⒈",
        "❶",
        "➀",
        "➊",
        "⓵",
        "㊀",
        "um",
        "Um",
        "UMA",
        "um.",
        "\u{200e}1",
        "1\u{200b}",
        "\n1\n",
    ] {
        assert_eq!(pick(text), Some(1), "{text:?}");
    }
}

#[test]
fn every_number_up_to_ten_has_a_word_and_signs() {
    for (text, number) in [
        ("2", 2),
        ("dois", 2),
        ("duas", 2),
        ("três", 3),
        ("TRES", 3),
        ("quatro", 4),
        ("cinco", 5),
        ("seis", 6),
        ("sete", 7),
        ("oito", 8),
        ("nove", 9),
        ("dez", 10),
        ("10", 10),
        ("🔟", 10),
        ("⑩", 10),
        ("1️⃣0️⃣", 10),
        ("１０", 10),
        ("٣", 3),
        ("⑳", 20),
    ] {
        let picked = pick(text);
        assert_eq!(
            picked,
            Some(number).filter(|number| *number <= 10),
            "{text:?}"
        );
    }
}

#[test]
fn a_title_is_chosen_by_itself_or_by_words_that_only_it_has() {
    for (text, chosen) in [
        ("Vendas", 1),
        ("VENDAS!", 1),
        ("*vendas*", 1),
        ("segunda via de boleto", 2),
        ("Segunda via", 2),
        ("sao jose", 3),
        ("São  José", 3),
        ("vencido", 4),
        ("🛒", 5),
        ("pós venda", 6),
        ("josé", 3),
    ] {
        assert_eq!(pick(text), Some(chosen), "{text:?}");
    }
}

#[test]
fn anything_else_chooses_nothing() {
    for text in [
        "",
        " ",
        "\u{200b}\u{200e}",
        "\u{3164}",
        "\u{2800}",
        "0",
        "11",
        "00001",
        "1\n0",
        ":",
        "99999999999999999999",
        "-1",
        "1,5",
        "1 e 2",
        "½",
        "oi",
        "quero vendas",
        "boleto",
        "via",
        "são",
        "de",
        "?",
        "...",
        "🛒🛒",
        "onze",
        "#",
    ] {
        assert_eq!(pick(text), None, "{text:?}");
    }
}

#[test]
fn the_ways_out_are_trimmed() {
    for text in ["#", " # ", "＃", "#️⃣", "\u{200e}#"] {
        assert!(Reply::read(text).is_home(), "{text:?}");
    }
    for text in ["0", " 0 ", "0️⃣", "0.", "٠", "⓪"] {
        assert!(Reply::read(text).is_back(), "{text:?}");
    }
    for text in ["##", "# 1", "", "00 0", "zero"] {
        let reply = Reply::read(text);
        assert!(!reply.is_home() && !reply.is_back(), "{text:?}");
    }
    assert!(Reply::read("\u{200b}").is_empty() && !Reply::read("?").is_empty());
}
