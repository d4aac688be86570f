//! The cookie that keeps a session.

use axum::http::header::{COOKIE, ORIGIN};
use axum::http::HeaderMap;

use super::UNUSED_DAYS;

/// The name of the cookie where the site is served over https: browsers take it only from there,
/// and from no other host of the same domain.
const SECURE: &str = "__Host-session";

/// The name of the cookie over http.
const PLAIN: &str = "session";

/// Whether the browser speaks https with the proxy before this server. Where nothing says so, it is
/// http: a browser would not send a cookie for https alone over http.
pub fn is_https(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let forwarded = text("x-forwarded-proto").is_some_and(|proto| proto.trim() == "https");
    forwarded || text(ORIGIN.as_str()).is_some_and(|origin| origin.starts_with("https://"))
}

/// The token of a request's cookie, and whether it is the cookie for https.
pub fn token(headers: &HeaderMap) -> Option<(String, bool)> {
    let named = |name: &str| {
        let cookies = headers.get_all(COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let mut all = cookies.flat_map(|text| text.split(';'));
        all.find_map(|cookie| {
            let (own, value) = cookie.trim().split_once('=')?;
            (own == name).then(|| value.to_owned())
        })
    };
    if let Some(token) = named(SECURE) {
        return Some((token, true));
    }
    // Another host of the same domain could have set this one.
    let plain = named(PLAIN).filter(|_| !is_https(headers));
    plain.map(|token| (token, false))
}

/// The cookie that keeps a token, until it has not been used for a while.
pub fn keep(token: &str, secure: bool) -> String {
    let seconds = UNUSED_DAYS * 86_400;
    with_attributes(token, secure, seconds)
}

/// The cookie that lets the browser forget the token.
pub fn forget(secure: bool) -> String {
    with_attributes("", secure, 0)
}

fn with_attributes(token: &str, secure: bool, seconds: u64) -> String {
    let (name, only) = match secure {
        true => (SECURE, "; Secure"),
        false => (PLAIN, ""),
    };
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{only}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        let all = all.iter().map(|(name, value)| {
            let value = value.parse().expect("a value");
            (axum::http::HeaderName::from_static(name), value)
        });
        all.collect()
    }

    #[test]
    fn over_https_no_cookie_is_taken_that_another_host_could_have_set() {
        let both = "session=plain; __Host-session=host";
        let sent = |all: &[(&'static str, &str)]| token(&headers(all));
        let host = Some(("host".to_owned(), true));
        let plain = Some(("plain".to_owned(), false));
        assert_eq!(sent(&[("cookie", both)]), host);
        assert_eq!(sent(&[("cookie", "a=b; session=plain")]), plain);
        let https = ("x-forwarded-proto", "https");
        assert_eq!(sent(&[https, ("cookie", "session=plain")]), None);
        assert_eq!(sent(&[https, ("cookie", both)]), host);
        assert_eq!(sent(&[("cookie", "mysession=x")]), None);
    }

    #[test]
    fn the_cookie_is_for_no_script_and_no_other_site() {
        let secure = keep("abc", true);
        assert!(secure.starts_with("__Host-session=abc; Path=/; HttpOnly; SameSite=Lax"));
        assert!(secure.ends_with("; Secure"));
        assert!(!keep("abc", false).contains("Secure"));
        assert!(forget(true).contains("Max-Age=0"));
    }
}
