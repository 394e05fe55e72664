import Crypto
import Runtime
import Storage
import WebClient

/// The encryption of addresses, with a key of the installation: who has an address has what is behind it.
struct AddressSeal {
    private let keys: [[UInt8]]

    fileprivate init(_ ring: KeyRing) { keys = ring.all }

    /// Returns the digests of an address with all keys that are valid, the current one first.
    func digests(of address: OutsideAddress) -> [[UInt8]] {
        keys.map { hmacSHA256(key: Self.derived($0, "digest"), Array(address.secretText.utf8)) }
    }

    func seal(_ address: OutsideAddress) -> [UInt8] {
        Self.sealingKey(keys[0]).seal(Array(address.secretText.utf8),
            context: Self.context(of: digests(of: address)[0]))
    }

    /// Returns the text of an address; nil if none of the installation's keys opens it, or if it is of another row.
    func open(_ source: SourceRow) -> String? {
        let context = Self.context(of: source.addressDigest)
        return keys.lazy.compactMap { Self.sealingKey($0).open(source.sealedAddress, context: context) }.first
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func context(of digest: [UInt8]) -> [UInt8] { Array("jadwal outside address 1 ".utf8) + digest }

    private static func derived(_ key: [UInt8], _ purpose: String) -> [UInt8] {
        hkdfSHA256(salt: [], secret: key, info: Array("jadwal outside \(purpose) 1".utf8), count: SealingKey.byteCount)
    }

    private static func sealingKey(_ key: [UInt8]) -> SealingKey {
        guard let sealing = SealingKey(derived(key, "address")) else { preconditionFailure("a key has 32 bytes") }
        return sealing
    }
}

extension App {
    var addressSeal: AddressSeal { AddressSeal(secrets.outside) }
}
