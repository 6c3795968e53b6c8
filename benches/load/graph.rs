//! Meta's side of a Cloud API number, as far as one that only receives needs it: it knows the number.

use std::io::Result;

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

/// Every question is the one about the number.
async fn answer(mut stream: TcpStream) -> Result<()> {
    let body = r#"{"display_phone_number":"+55 11 90000-0000","verified_name":"Medida"}"#;
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut question = [0; 4_096];
    while stream.read(&mut question).await? > 0 {
        stream.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}
