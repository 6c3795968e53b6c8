//! The code of a video, from whatever people copy out of their browser.

/// Hosts whose links hold a code.
const HOSTS: [&str; 5] = [
    "youtube.com",
    "www.youtube.com",
    "m.youtube.com",
    "youtu.be",
    "www.youtube-nocookie.com",
];
/// Characters of a code.
const CODE_CHARS: std::ops::RangeInclusive<usize> = 6..=20;

/// The code of a video, given as it is or inside a link to it.
pub(super) fn code(text: &str) -> Option<&str> {
    let text = text.trim();
    let Some((_, link)) = text.split_once("://") else {
        return Some(text).filter(|code| is_code(code));
    };
    let (host, path) = link.split_once('/')?;
    if !HOSTS.contains(&host) {
        return None;
    }
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let named = query.split('&').find_map(|pair| pair.strip_prefix("v="));
    let last = path.rsplit('/').next();
    named.or(last).filter(|code| is_code(code))
}

fn is_code(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    CODE_CHARS.contains(&text.len()) && text.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn a_code_is_found_in_every_link_to_its_video() {
        for text in [
            "dQw4w9WgXcQ",
            " https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3 ",
            "https://youtu.be/dQw4w9WgXcQ?si=x",
            "https://www.youtube.com/embed/dQw4w9WgXcQ",
            "https://youtube.com/shorts/dQw4w9WgXcQ",
        ] {
            assert_eq!(code(text), Some("dQw4w9WgXcQ"), "{text}");
        }
        for text in [
            "",
            "short",
            "https://evil.example/dQw4w9WgXcQ",
            "dQw4w9WgXcQ\"><script>",
            "https://youtube.com",
        ] {
            assert_eq!(code(text), None, "{text}");
        }
    }
}
