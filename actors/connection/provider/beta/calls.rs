//! The calls of a session for files: to public addresses alone, within the limit of a file.

use std::time::Duration;

use async_trait::async_trait;
use guiche_whatsapp_web::{Exchange, Http};
use reqwest::{Method, Url};

use crate::egress::{Egress, Limits};

/// How long a file may take.
const TOTAL: Duration = Duration::from_mins(3);
/// What the seal of a file adds to it.
const SEAL_BYTES: u64 = 1 << 10;

/// Makes the calls.
#[derive(Debug, Clone)]
pub struct Calls {
    /// Where they may lead.
    pub egress: Egress,
    /// Largest file.
    pub body_bytes_max: u64,
}

#[async_trait]
impl Http for Calls {
    async fn exchange(&self, call: Exchange) -> Result<(u16, Vec<u8>), String> {
        let url: Url = call.url.parse().map_err(|_| "no address".to_owned())?;
        let method: Method = call.method.parse().map_err(|_| "no method".to_owned())?;
        let text = |error: crate::egress::EgressError| error.to_string();
        let mut request = self.egress.request(method, url).map_err(text)?;
        for (name, value) in call.headers {
            request = request.header(name, value);
        }
        if let Some(body) = call.body {
            request = request.body(body);
        }
        let limits = Limits {
            total: TOTAL,
            body_bytes_max: self.body_bytes_max.saturating_add(SEAL_BYTES),
        };
        let reply = self.egress.send(request, limits).await.map_err(text)?;
        let status = reply.status().as_u16();
        let body = reply.bytes().await.map_err(text)?;
        Ok((status, body.to_vec()))
    }
}
