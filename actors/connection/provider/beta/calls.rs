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
    /// Where a peer of the tests is.
    #[cfg(feature = "mock-peer")]
    pub peer: Option<Peer>,
}

/// A peer of the tests has its files where its socket is, without TLS.
#[cfg(feature = "mock-peer")]
#[derive(Debug, Clone)]
pub struct Peer {
    place: Option<(String, u16)>,
    egress: Egress,
}

#[cfg(feature = "mock-peer")]
impl Peer {
    /// A peer at the address of a socket without TLS; none at any other.
    pub fn at(socket: &str, egress: &Egress) -> Option<Self> {
        let url: Url = socket.parse().ok()?;
        (url.scheme() == "ws").then(|| Self {
            place: place(&url),
            egress: egress.clone(),
        })
    }

    /// The call as the peer takes it, where it is for the peer.
    fn takes(&self, url: &Url) -> Option<(Egress, Url)> {
        let is_mine = self.place.is_some() && place(url) == self.place;
        let mut plain = url.clone();
        (is_mine && plain.set_scheme("http").is_ok()).then(|| (self.egress.clone(), plain))
    }
}

#[cfg(feature = "mock-peer")]
fn place(url: &Url) -> Option<(String, u16)> {
    Some((url.host_str()?.to_owned(), url.port_or_known_default()?))
}

impl Calls {
    #[cfg(feature = "mock-peer")]
    fn way(&self, url: Url) -> (Egress, Url) {
        let peer = self.peer.as_ref().and_then(|peer| peer.takes(&url));
        peer.unwrap_or_else(|| (self.egress.clone(), url))
    }

    #[cfg(not(feature = "mock-peer"))]
    fn way(&self, url: Url) -> (Egress, Url) {
        (self.egress.clone(), url)
    }
}

#[async_trait]
impl Http for Calls {
    async fn exchange(&self, call: Exchange) -> Result<(u16, Vec<u8>), String> {
        let url: Url = call.url.parse().map_err(|_| "no address".to_owned())?;
        let method: Method = call.method.parse().map_err(|_| "no method".to_owned())?;
        let text = |error: crate::egress::EgressError| error.to_string();
        let (egress, url) = self.way(url);
        let mut request = egress.request(method, url).map_err(text)?;
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
        let reply = egress.send(request, limits).await.map_err(text)?;
        let status = reply.status().as_u16();
        let body = reply.bytes().await.map_err(text)?;
        Ok((status, body.to_vec()))
    }
}

#[cfg(all(test, feature = "mock-peer"))]
mod tests {
    use super::*;

    #[test]
    fn only_a_peer_without_tls_has_its_own_files_and_nothing_else() {
        let egress = Egress::trusted().unwrap();
        assert!(Peer::at("wss://web.whatsapp.com/ws/chat", &egress).is_none());
        let peer = Peer::at("ws://127.0.0.1:4000/ws/chat", &egress).unwrap();
        let takes = |url: &str| peer.takes(&url.parse().unwrap()).map(|(_, url)| url);
        assert_eq!(
            takes("https://127.0.0.1:4000/v/file").unwrap().as_str(),
            "http://127.0.0.1:4000/v/file"
        );
        for other in [
            "https://127.0.0.1/v/file",
            "https://127.0.0.1:4001/v/file",
            "https://mmg.whatsapp.net/v/file",
        ] {
            assert!(takes(other).is_none(), "{other}");
        }
    }
}
