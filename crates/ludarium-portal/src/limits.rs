//! How much one address may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;

/// Changes that an address may ask for in one go.
const BURST: f64 = 120.0;

/// Changes that come back each second.
const PER_SECOND: f64 = 20.0;

/// The most live connections of one address.
pub const SOCKETS_PER_ADDRESS: usize = 200;

/// When this many addresses are known, those that have all their allowance again are forgotten.
const ADDRESSES: usize = 10_000;

/// Whether an address is this machine's own, on which a proxy may stand before the server.
#[must_use]
pub fn is_proxy(address: IpAddr) -> bool {
    address == IpAddr::V4(Ipv4Addr::LOCALHOST) || address == IpAddr::V6(Ipv6Addr::LOCALHOST)
}

/// The address of the visitor: the one that connects, or the one that a proxy on this machine
/// names.
#[must_use]
pub fn visitor(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let behind = headers.get_all("x-forwarded-for").iter().next_back();
    let last =
        behind.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    match last {
        Some(address) if is_proxy(peer) => address,
        _ => peer,
    }
}

/// What addresses have used up. An address without a name (in tests) has no limits.
pub struct Limits {
    allowance: Mutex<HashMap<IpAddr, (f64, Instant)>>,
    sockets: Arc<PerAddress>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            allowance: Mutex::default(),
            sockets: PerAddress::new(SOCKETS_PER_ADDRESS),
        }
    }
}

impl Limits {
    /// Whether one more change of this address is admitted.
    pub fn admits(&self, request: &Request) -> bool {
        let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let Some(ConnectInfo(address)) = address else {
            return true;
        };
        let mut all = self
            .allowance
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let level = |(left, since): &(f64, Instant)| {
            (left + PER_SECOND * now.duration_since(*since).as_secs_f64()).min(BURST)
        };
        if all.len() >= ADDRESSES {
            all.retain(|_, entry| level(entry) < BURST);
        }
        let visitor = visitor(address.ip(), request.headers());
        let entry = all.entry(visitor).or_insert((BURST, now));
        let left = level(entry);
        let admitted = left >= 1.0;
        *entry = (if admitted { left - 1.0 } else { left }, now);
        admitted
    }

    /// Admits one more live connection of an address; `None` if it has too many.
    pub fn socket(&self, address: Option<IpAddr>) -> Option<AddressPermit> {
        self.sockets.permit(address)
    }
}

/// How many of something each address has at once.
#[derive(Debug)]
pub struct PerAddress {
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

impl PerAddress {
    /// At most this number for each address.
    pub fn new(most: usize) -> Arc<PerAddress> {
        Arc::new(PerAddress {
            most,
            counts: Mutex::default(),
        })
    }

    /// One more for an address; `None` if it has enough. Without an address there is no limit.
    pub fn permit(self: &Arc<Self>, address: Option<IpAddr>) -> Option<AddressPermit> {
        if let Some(address) = address {
            let mut all = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            let count = all.entry(address).or_default();
            if *count >= self.most {
                return None;
            }
            *count += 1;
        }
        Some(AddressPermit {
            all: self.clone(),
            address,
        })
    }
}

/// The right to one of what [`PerAddress`] counts, given back when it is dropped.
#[derive(Debug)]
pub struct AddressPermit {
    all: Arc<PerAddress>,
    address: Option<IpAddr>,
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut all = self
            .all
            .counts
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proxy_on_this_machine_speaks_for_others() {
        let mut headers = HeaderMap::new();
        let address = |text: &str| -> IpAddr { text.parse().expect("an address") };
        assert_eq!(
            visitor(address("127.0.0.1"), &headers),
            address("127.0.0.1")
        );
        let chain = "10.0.0.9, 192.0.2.7".parse().expect("a value");
        headers.insert("x-forwarded-for", chain);
        assert_eq!(
            visitor(address("127.0.0.1"), &headers),
            address("192.0.2.7")
        );
        assert_eq!(
            visitor(address("198.51.100.1"), &headers),
            address("198.51.100.1")
        );
    }

    #[test]
    fn a_burst_is_used_up_and_connections_are_given_back() {
        let limits = Limits::default();
        let mut request = Request::new(axum::body::Body::empty());
        let peer: SocketAddr = "198.51.100.1:9".parse().expect("an address");
        request.extensions_mut().insert(ConnectInfo(peer));
        let admitted = (0..1_000).filter(|_| limits.admits(&request)).count();
        assert!((120..200).contains(&admitted), "{admitted}");
        let all: Vec<_> = (0..SOCKETS_PER_ADDRESS)
            .map(|_| limits.socket(Some(peer.ip())))
            .collect();
        assert!(all.iter().all(Option::is_some) && limits.socket(Some(peer.ip())).is_none());
        drop(all);
        assert!(limits.socket(Some(peer.ip())).is_some());
    }
}
