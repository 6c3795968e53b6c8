//! How the library reaches the network: a socket to one address, and HTTP calls that the desk makes for it.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use tokio::sync::mpsc;
use whatsapp_rust::{
    anyhow, async_channel,
    http::{HttpClient, HttpRequest, HttpResponse},
    transport::{
        Connector, TokioWebSocketTransportFactory, Transport, TransportEvent, TransportFactory,
    },
};

use crate::{
    gate::{Gate, Gated},
    receiver::Note,
};

/// One call.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// `GET` or `POST`.
    pub method: String,
    /// Where.
    pub url: String,
    /// Its headers.
    pub headers: HashMap<String, String>,
    /// Its body.
    pub body: Option<bytes::Bytes>,
}

/// Makes calls: the desk decides where they may lead.
#[async_trait]
pub trait Http: Send + Sync + 'static {
    /// The status and the body of the answer, whatever the status is.
    ///
    /// # Errors
    /// When there was no answer; for the log, without the address.
    async fn exchange(&self, call: Exchange) -> Result<(u16, Vec<u8>), String>;
}

/// The desk's calls as the library wants them.
pub(crate) struct Calls(pub Arc<dyn Http>);

#[async_trait]
impl HttpClient for Calls {
    async fn execute(&self, request: HttpRequest) -> anyhow::Result<HttpResponse> {
        let call = Exchange {
            method: request.method,
            url: request.url,
            headers: request.headers,
            body: request.body,
        };
        let (status_code, body) = self.0.exchange(call).await.map_err(anyhow::Error::msg)?;
        Ok(HttpResponse { status_code, body })
    }
}

/// Opens the socket, and says so when it cannot: the library goes on trying without a word.
pub(crate) struct Socket {
    pub inner: TokioWebSocketTransportFactory,
    pub notes: mpsc::UnboundedSender<Note>,
    pub gate: Arc<Gate>,
}

impl Socket {
    /// To this address.
    pub fn to(url: &str, notes: mpsc::UnboundedSender<Note>, gate: Arc<Gate>) -> Self {
        let factory = TokioWebSocketTransportFactory::new().with_url(url);
        // the library's own connector speaks TLS to every address
        let inner = if url.starts_with("ws:") {
            factory.with_connector(Connector::Plain)
        } else {
            factory
        };
        Self { inner, notes, gate }
    }
}

#[async_trait]
impl TransportFactory for Socket {
    async fn create_transport(
        &self,
    ) -> anyhow::Result<(Arc<dyn Transport>, async_channel::Receiver<TransportEvent>)> {
        self.gate.opens();
        let _unheard = self.notes.send(Note::Opens);
        let opened = self.inner.create_transport().await;
        let (inner, heard) = opened.inspect_err(|error| {
            let _unheard = self.notes.send(Note::Unreachable(error.to_string()));
        })?;
        let gate = Arc::clone(&self.gate);
        Ok((Arc::new(Gated { inner, gate }), heard))
    }
}
