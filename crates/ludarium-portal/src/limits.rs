//! How much one address may ask for.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};

/// Changes that an address may ask for in one go.
const BURST: f64 = 120.0;

/// Changes that come back each second.
const PER_SECOND: f64 = 20.0;

/// The most live connections of one address.
pub const SOCKETS_PER_ADDRESS: usize = 200;

/// When this many keys are known, those that have all their allowance again are forgotten.
const KEYS: usize = 10_000;

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

/// The address of the visitor who sent a request; `None` where there is no connection, in tests.
#[must_use]
pub fn visitor_of(extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(visitor(peer.0.ip(), headers))
}

/// The network of an address: one subscriber has all IPv6 addresses that begin with the same 64
/// bits.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(own) => match own.to_ipv4_mapped() {
            Some(own) => IpAddr::V4(own),
            None => IpAddr::V6(Ipv6Addr::from_bits(own.to_bits() >> 64 << 64)),
        },
    }
}

/// How often something may be done for each key: a number of times in one go, and then so often a
/// second.
pub struct Allowance<K> {
    burst: f64,
    per_second: f64,
    left: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash> Allowance<K> {
    /// An allowance that nothing was taken of.
    pub fn new(burst: f64, per_second: f64) -> Allowance<K> {
        Allowance {
            burst,
            per_second,
            left: Mutex::default(),
        }
    }

    /// Takes one of what a key may do.
    ///
    /// # Errors
    /// If there is none left: how long it takes until there is one again.
    pub fn take(&self, key: K) -> Result<(), Duration> {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let level = |(left, since): &(f64, Instant)| {
            let back = self.per_second * now.duration_since(*since).as_secs_f64();
            (left + back).min(self.burst)
        };
        if all.len() >= KEYS {
            all.retain(|_, entry| level(entry) < self.burst);
        }
        let entry = all.entry(key).or_insert((self.burst, now));
        let left = level(entry);
        let admitted = left >= 1.0;
        *entry = (if admitted { left - 1.0 } else { left }, now);
        match admitted {
            true => Ok(()),
            false => Err(Duration::from_secs_f64((1.0 - left) / self.per_second)),
        }
    }
}

/// What addresses have used up. An address without a name (in tests) has no limits.
pub struct Limits {
    changes: Allowance<IpAddr>,
    sockets: Arc<PerAddress>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            changes: Allowance::new(BURST, PER_SECOND),
            sockets: PerAddress::new(SOCKETS_PER_ADDRESS),
        }
    }
}

impl Limits {
    /// Admits one more change of an address.
    ///
    /// # Errors
    /// If it has made too many: how long it has to wait.
    pub fn admit(&self, address: Option<IpAddr>) -> Result<(), Duration> {
        address.map_or(Ok(()), |address| self.changes.take(address))
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
        let peer: IpAddr = "198.51.100.1".parse().expect("an address");
        let admitted = (0..1_000).filter(|_| limits.admit(Some(peer)).is_ok());
        let admitted = admitted.count();
        assert!((120..200).contains(&admitted), "{admitted}");
        let all: Vec<_> = (0..SOCKETS_PER_ADDRESS)
            .map(|_| limits.socket(Some(peer)))
            .collect();
        assert!(all.iter().all(Option::is_some) && limits.socket(Some(peer)).is_none());
        drop(all);
        assert!(limits.socket(Some(peer)).is_some());
    }

    #[test]
    fn an_allowance_that_is_used_up_says_how_long_to_wait() {
        let allowance = Allowance::new(2.0, 0.1);
        assert!(allowance.take("ada").is_ok() && allowance.take("ada").is_ok());
        let wait = allowance.take("ada").expect_err("both are taken");
        assert!((9.0..=10.0).contains(&wait.as_secs_f64()), "{wait:?}");
        assert!(allowance.take("bob").is_ok(), "others have their own");
    }

    #[test]
    fn all_addresses_of_a_network_of_ipv6_count_as_one() {
        let of = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
    }
}
