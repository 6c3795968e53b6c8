//! Which addresses a URL given by a user or a customer may reach (rule P5, server-side request forgery).

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// A name led to an address that must not be reached.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("leads to an address that is not public")]
pub(super) struct ForbiddenAddress;

/// Says whether an address may be reached.
pub(super) type AddressRule = fn(IpAddr) -> bool;

/// What this machine says of names.
pub(super) struct OfMachine;

impl Resolve for OfMachine {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            let found: Addrs = Box::new(found.into_iter());
            Ok(found)
        })
    }
}

/// Resolves a name and refuses it when *any* of its addresses is not allowed. The client connects to the addresses
/// that were checked, so that a name cannot change between check and use.
pub(super) struct CheckedResolver {
    pub(super) rule: AddressRule,
    pub(super) names: Arc<dyn Resolve>,
}

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (rule, found) = (self.rule, self.names.resolve(name));
        Box::pin(async move { Ok(checked(found.await?, rule)?) })
    }
}

/// The addresses, if all of them are allowed.
fn checked(
    found: impl Iterator<Item = SocketAddr>,
    rule: AddressRule,
) -> Result<Addrs, ForbiddenAddress> {
    let found: Vec<SocketAddr> = found.collect();
    if found.iter().any(|address| !rule(address.ip())) {
        return Err(ForbiddenAddress);
    }
    Ok(Box::new(found.into_iter()))
}

/// Whether an address belongs to the public internet. Source: the IANA special-purpose registries.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match embedded_v4(v6) {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(v6),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // this network, private, loopback, multicast, reserved, broadcast
        (0 | 10 | 127 | 224..=255, _, _)
        // carrier-grade NAT
        | (100, 64..=127, _)
        // link-local, with the metadata services of the clouds
        | (169, 254, _)
        // private
        | (172, 16..=31, _)
        | (192, 168, _)
        // protocol assignments, documentation, 6to4 relays, benchmarks
        | (192, 0, 0 | 2)
        | (192, 88, 99)
        | (198, 18 | 19, _)
        | (198, 51, 100)
        | (203, 0, 113)
        // Azure's metadata and DNS
        | (168, 63, 129) => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // only global unicast, without 2001::/23 (protocols), 2001:db8::/32 and 3fff::/20 (documentation)
    (0x2000..=0x3fff).contains(&a)
        && !(a == 0x2001 && b < 0x0200)
        && !(a == 0x2001 && b == 0x0db8)
        && !(a == 0x3fff && b < 0x1000)
}

/// The IPv4 address inside mapped (`::ffff:0:0/96`), compatible (`::/96`), NAT64 (`64:ff9b::/96`) and 6to4
/// (`2002::/16`) addresses.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(v4(high, low))
        }
        [0x2002, high, low, ..] => Some(v4(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for public in [
            "8.8.8.8",
            "157.240.1.1",
            "2606:4700::1111",
            "::ffff:8.8.8.8",
            "2a03::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.8.8",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.1",
            "192.168.1.1",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    #[test]
    fn one_bad_address_spoils_the_name() {
        let mixed: Vec<SocketAddr> =
            vec!["8.8.8.8:0".parse().unwrap(), "127.0.0.1:0".parse().unwrap()];
        assert!(checked(mixed.into_iter(), is_public).is_err());
        let good: Vec<SocketAddr> = vec!["8.8.8.8:0".parse().unwrap()];
        assert_eq!(checked(good.into_iter(), is_public).unwrap().count(), 1);
    }
}
