//! The files that the conversations show: drawn and spoken for this purpose.

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// The bytes of a file.
        pub(super) fn bytes(name: &str) -> Option<&'static [u8]> {
            match name {
                $($name => Some(include_bytes!(concat!("files/", $name))),)+
                _ => None,
            }
        }
    };
}

files!(
    "aventais.jpg",
    "boleto.pdf",
    "entrega.jpg",
    "laudo.pdf",
    "mala.jpg",
    "nota-fiscal.pdf",
    "orcamento.pdf",
    "recibo.png",
    "rota.pdf",
    "tenis.jpg",
    "vestido.jpg",
    "voz-beatriz.ogg",
    "voz-eduarda.ogg",
);
