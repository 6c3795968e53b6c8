//! Paths of the API may end in a slash (`/api/settings/`), as the specification writes some of them. Everywhere else a
//! path means what it says: `/socket.io/` keeps its slash.

use actix_web::{dev::ServiceRequest, http::Uri};

/// Where slashes at the end do not count.
const API: &str = "/api/";

/// Takes slashes off the end of an API path, before the request is given to its route.
pub(crate) fn trim(request: &mut ServiceRequest) {
    if let Some(uri) = trimmed(request.uri()) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
}

/// The same address without them; `None` when there are none.
fn trimmed(uri: &Uri) -> Option<Uri> {
    let path = uri.path();
    if !path.starts_with(API) || !path.ends_with('/') {
        return None;
    }
    let path = path.trim_end_matches('/');
    let text = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(text.parse().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_the_api_lose_their_slash() {
        let after = |text: &str| {
            let uri = text.parse().unwrap();
            trimmed(&uri).map(|uri| uri.to_string())
        };
        assert_eq!(after("/api/settings/").as_deref(), Some("/api/settings"));
        assert_eq!(
            after("/api/whatsapp/?session=0&x=/").as_deref(),
            Some("/api/whatsapp?session=0&x=/")
        );
        assert_eq!(after("/api/tags//").as_deref(), Some("/api/tags"));
        for kept in [
            "/api/settings",
            "/socket.io/?EIO=4",
            "/media/a/",
            "/",
            "/apifoo/",
        ] {
            assert_eq!(after(kept), None, "{kept}");
        }
    }
}
