//! What comes with a message besides what it holds: the advertisement that it answers, marks, the answers of a form.

use guiche_storage::model::message::{Forwarded, MessageDetails, Referral, ReferredProduct};
use serde_json::Value;

use super::interpret::{id_text, text};

/// Most characters kept of one detail.
const CHARS_MAX: usize = 4_096;

/// What came with `item`.
pub(super) fn details(item: &Value) -> MessageDetails {
    MessageDetails {
        referral: item.get("referral").and_then(referral),
        product: item.pointer("/context/referred_product").and_then(product),
        description: line(item, "/interactive/list_reply/description"),
        forwarded: forwarded(item),
        sticker: text(item, "/type") == Some("sticker"),
        form: text(item, "/interactive/nfm_reply/response_json").map(str::to_owned),
        rating: None,
        transcript: None,
        sources: Vec::new(),
        history: false,
        recovered: false,
    }
}

fn referral(from: &Value) -> Option<Referral> {
    let found = Referral {
        source_url: line(from, "/source_url"),
        source_id: line(from, "/source_id"),
        source_type: line(from, "/source_type"),
        headline: line(from, "/headline"),
        body: line(from, "/body"),
        click_id: line(from, "/ctwa_clid"),
    };
    (found != Referral::default()).then_some(found)
}

fn product(from: &Value) -> Option<ReferredProduct> {
    let found = ReferredProduct {
        catalog_id: line(from, "/catalog_id"),
        product_id: line(from, "/product_retailer_id"),
    };
    (found != ReferredProduct::default()).then_some(found)
}

fn forwarded(item: &Value) -> Option<Forwarded> {
    let is = |place| item.pointer(place).and_then(Value::as_bool) == Some(true);
    if is("/context/frequently_forwarded") {
        return Some(Forwarded::Often);
    }
    is("/context/forwarded").then_some(Forwarded::Once)
}

fn line(value: &Value, place: &str) -> Option<String> {
    id_text(value, place)
        .filter(|text| !text.trim().is_empty())
        .map(|text| text.chars().take(CHARS_MAX).collect())
}
