//! Meta's side of a Cloud API number: it knows the number and takes what it sends.

use std::{
    io::Result,
    sync::atomic::{AtomicU64, Ordering},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task,
};

/// Starts it; answers its address.
pub async fn start() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    task::spawn_local(async move {
        while let Ok((stream, _)) = listener.accept().await {
            task::spawn_local(answer(stream));
        }
    });
    Ok(address)
}

/// A question is the one about the number, a call with a body is a message.
async fn answer(mut stream: TcpStream) -> Result<()> {
    static TAKEN: AtomicU64 = AtomicU64::new(0);
    let mut question = [0; 4_096];
    loop {
        let length = stream.read(&mut question).await?;
        let Some(asked) = question.get(..length).filter(|asked| !asked.is_empty()) else {
            return Ok(());
        };
        let body = if asked.starts_with(b"POST") {
            let number = TAKEN.fetch_add(1, Ordering::Relaxed);
            format!(r#"{{"messages":[{{"id":"wamid.sent.{number}"}}]}}"#)
        } else {
            r#"{"display_phone_number":"+55 11 90000-0000","verified_name":"Medida"}"#.to_owned()
        };
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(answer.as_bytes()).await?;
    }
}
