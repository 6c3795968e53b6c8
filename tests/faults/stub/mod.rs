//! A `WhatsApp` provider as a process of its own: it outlives every kill of the server, keeps the ledger of what really
//! happened, misbehaves as it is told, and brings its webhooks until somebody takes them.
//!
//! The process is this test binary once more, started with [`ADDRESS_FILE`]; it ends with its standard input.

mod control;
mod graph;
mod http;
mod state;
mod webhooks;

use std::{io::Read as _, sync::Arc};

use tokio::{
    io::BufReader,
    net::{TcpListener, TcpStream},
};

use self::{http::Request, state::State};

pub use self::state::{Effect, Knobs, Told};

/// Where the process writes its address.
pub const ADDRESS_FILE: &str = "GUICHE_FAULTS_STUB";

/// Serves until the standard input ends.
pub fn serve(address_file: &str) {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let draft = format!("{address_file}.new");
        std::fs::write(&draft, address).expect("a file");
        std::fs::rename(&draft, address_file).expect("a file");
        let state = Arc::new(State::default());
        loop {
            if let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(connection(stream, Arc::clone(&state)));
            }
        }
    });
}

async fn connection(stream: TcpStream, state: Arc<State>) {
    let _ = stream.set_nodelay(true);
    let mut stream = BufReader::new(stream);
    while let Some(request) = Request::read(&mut stream).await {
        let done = if request.path.starts_with("/control/") {
            let answer = control::answer(&state, &request);
            http::reply(&mut stream, 200, "", &answer).await
        } else {
            graph::answer(&state, &request, &mut stream).await
        };
        if !done.unwrap_or(false) {
            return;
        }
    }
}
