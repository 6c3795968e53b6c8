//! CPF and CNPJ: what a bank asks of who pays. Both end in two digits that follow from the rest.

/// A CPF or CNPJ without its signs; `None` for anything else. A CNPJ may have letters since 2026, which count by their place in
/// ASCII.
pub fn plain_document(text: &str) -> Option<String> {
    let text: String = text
        .chars()
        .filter(|sign| !matches!(sign, '.' | '-' | '/' | ' '))
        .map(|sign| sign.to_ascii_uppercase())
        .collect();
    let values: Vec<u32> = text.bytes().map(value).collect::<Option<_>>()?;
    // what is one digit all along has the right end and belongs to nobody
    if values.iter().all(|value| values.first() == Some(value)) {
        return None;
    }
    let is_right = match values.len() {
        11 => text.bytes().all(|byte| byte.is_ascii_digit()) && ends(&values, 9, u32::MAX),
        14 => ends(&values, 12, 9),
        _ => false,
    };
    is_right.then_some(text)
}

fn value(byte: u8) -> Option<u32> {
    byte.is_ascii_alphanumeric()
        .then(|| u32::from(byte) - u32::from(b'0'))
}

/// Whether the two values after the first `body` follow from those before them. Weights grow from 2, from the last one
/// backwards, and begin anew after `weight_max`.
fn ends(values: &[u32], body: usize, weight_max: u32) -> bool {
    (body..body + 2).all(|at| {
        let before = values.iter().take(at).rev();
        let weights = (2..=weight_max).cycle();
        let sum: u32 = before
            .zip(weights)
            .map(|(value, weight)| value * weight)
            .sum();
        let expected = match sum % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        };
        values.get(at) == Some(&expected)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_known_by_its_last_two_digits() {
        for (text, plain) in [
            ("249.715.637-92", Some("24971563792")),
            ("24971563792", Some("24971563792")),
            ("249.715.637-93", None),
            ("111.111.111-11", None),
            ("11.222.333/0001-81", Some("11222333000181")),
            ("11.222.333/0001-82", None),
            // the example of the tax office for the CNPJ with letters
            ("12.ABC.345/01DE-35", Some("12ABC34501DE35")),
            ("12.abc.345/01de-35", Some("12ABC34501DE35")),
            ("12.ABC.345/01DE-36", None),
            ("2497156379A", None),
            ("", None),
            ("ação", None),
        ] {
            assert_eq!(plain_document(text).as_deref(), plain, "{text}");
        }
    }
}
