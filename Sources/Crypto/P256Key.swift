import COpenSSL

/// A key pair of the curve P-256 (FIPS 186-4 §D.1.2.3). It signs with ES256 and agrees on secrets with ECDH.
///
/// It is stored as bytes and read for each use, so that threads share no pointer of OpenSSL. Printing or dumping it
/// does not show the private key.
public struct P256Key: Sendable {
    /// The public key: 65 bytes, the number 4 and the two coordinates (SEC 1 §2.3.3).
    public let publicPoint: [UInt8]
    private let scalar: [UInt8]

    /// The length of a public key in bytes.
    public static let pointByteCount = 65
    /// The length of a signature in bytes.
    public static let signatureByteCount = 64
    static let scalarByteCount = 32

    /// Makes a key pair from a private key of 32 bytes; nil if the number is 0 or not below the order of the curve.
    public init?(scalar: [UInt8]) {
        guard scalar.count == Self.scalarByteCount, let point = point(of: scalar) else { return nil }
        self.scalar = scalar
        publicPoint = point
    }

    /// Reads a private key in PEM, for example Apple's `.p8` (PKCS #8); nil if it is encrypted or of another curve.
    public init?(pem: [UInt8]) {
        guard let read = try? PrivateKey(pem: pem), isOnP256(read.key) else { return nil }
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(read.key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, let number else { return nil }
        defer { BN_clear_free(number) }
        self.init(scalar: fixedBytes(of: number, count: Self.scalarByteCount))
    }

    public static func random() -> P256Key {
        // A random number is too large once in 4 thousand million times.
        while true {
            if let key = P256Key(scalar: Random.bytes(scalarByteCount)) { return key }
        }
    }

    /// Derives a key pair from a secret, for example the bytes of a file. The same secret always gives the same pair.
    public static func derived(from secret: [UInt8], purpose: String) -> P256Key {
        var number = 0
        while true {
            let info = Array("\(purpose) \(number)".utf8)
            let scalar = hkdfSHA256(salt: [], secret: secret, info: info, count: scalarByteCount)
            if let key = P256Key(scalar: scalar) { return key }
            number += 1
        }
    }

    /// Returns true if bytes are a public key: a point of the curve in the uncompressed form.
    public static func isPublicPoint(_ bytes: [UInt8]) -> Bool {
        PointKey(public: bytes) != nil
    }

    /// Signs a message with ECDSA and SHA-256.
    ///
    /// - Returns: 64 bytes, the numbers r and s (RFC 7518 §3.4).
    public func sign(_ message: [UInt8]) -> [UInt8] {
        // None of these steps fails with a valid key, unless memory is missing.
        guard let key = PointKey(public: publicPoint, scalar: scalar), let context = EVP_MD_CTX_new() else {
            preconditionFailure("OpenSSL cannot sign")
        }
        defer { EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        precondition(
            EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.key) == 1
                && EVP_DigestSign(context, &der, &count, message, message.count) == 1,
            "OpenSSL cannot sign")
        return der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &start, count) else {
                preconditionFailure("OpenSSL's signature cannot be read")
            }
            defer { ECDSA_SIG_free(signature) }
            let half = Self.signatureByteCount / 2
            return fixedBytes(of: ECDSA_SIG_get0_r(signature), count: half)
                + fixedBytes(of: ECDSA_SIG_get0_s(signature), count: half)
        }
    }

    /// Returns true if a signature of ES256 is a message's.
    ///
    /// - Parameters:
    ///   - signature: the numbers r and s, 64 bytes (RFC 7518 §3.4). Any other length is no signature.
    ///   - point: the public key of the signer.
    public static func verifies(_ signature: [UInt8], of message: [UInt8], by point: [UInt8]) -> Bool {
        guard signature.count == signatureByteCount, let key = PointKey(public: point),
            let der = derSignature(signature)
        else { return false }
        return verifiesSHA256(der, of: message, by: key.key)
    }

    /// Returns the secret that this key pair and another share (ECDH, NIST SP 800-56A §5.7.1.2): 32 bytes.
    ///
    /// - Returns: nil if `point` is not a public key.
    public func sharedSecret(with point: [UInt8]) -> [UInt8]? {
        guard let other = PointKey(public: point), let own = PointKey(public: publicPoint, scalar: scalar),
            let context = EVP_PKEY_CTX_new(own.key, nil)
        else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: Self.scalarByteCount)
        var count = secret.count
        let isDerived =
            EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, other.key) == 1
            && EVP_PKEY_derive(context, &secret, &count) == 1 && count == secret.count
        ERR_clear_error()
        return isDerived ? secret : nil
    }
}

extension P256Key: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "P256Key(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// OpenSSL's form of a key of the curve, for one use.
private final class PointKey {
    let key: OpaquePointer

    /// Reads a key; nil if the point is not on the curve.
    ///
    /// - Parameter scalar: the private key; nil for a public key alone.
    init?(public point: [UInt8], scalar: [UInt8]? = nil) {
        defer { ERR_clear_error() }
        guard point.count == P256Key.pointByteCount, point.first == 4, let builder = OSSL_PARAM_BLD_new() else {
            return nil
        }
        defer { OSSL_PARAM_BLD_free(builder) }
        let number = scalar.flatMap { BN_bin2bn($0, Int32($0.count), nil) }
        defer { BN_clear_free(number) }
        // The builder copies the texts only at its end.
        let built = groupName.withCString { group in
            point.withUnsafeBytes { point in
                OSSL_PARAM_BLD_push_utf8_string(builder, jadwal_openssl_group(), group, 0) == 1
                    && OSSL_PARAM_BLD_push_octet_string(
                        builder, jadwal_openssl_public(), point.baseAddress, point.count) == 1
                    && (number == nil || OSSL_PARAM_BLD_push_BN(builder, jadwal_openssl_private(), number) == 1)
                    ? OSSL_PARAM_BLD_to_param(builder) : nil
            }
        }
        guard let parameters = built else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        let selection = number == nil ? jadwal_openssl_public_key() : jadwal_openssl_key_pair()
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &made, selection, parameters) == 1, let made
        else { return nil }
        key = made
    }

    deinit { EVP_PKEY_free(key) }
}

/// Returns the form of a signature that OpenSSL reads (RFC 3279 §2.2.3); nil without memory.
private func derSignature(_ signature: [UInt8]) -> [UInt8]? {
    let half = Int32(signature.count / 2)
    guard let pair = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(pair) }
    let numbers = signature.withUnsafeBufferPointer { bytes -> (r: OpaquePointer, s: OpaquePointer)? in
        guard let start = bytes.baseAddress, let r = BN_bin2bn(start, half, nil),
            let s = BN_bin2bn(start + Int(half), half, nil)
        else { return nil }
        return (r, s)
    }
    // The pair owns the numbers from here on.
    guard let numbers, ECDSA_SIG_set0(pair, numbers.r, numbers.s) == 1 else { return nil }
    var der = [UInt8](repeating: 0, count: Int(i2d_ECDSA_SIG(pair, nil)))
    let count = der.withUnsafeMutableBufferPointer { buffer in
        var start = buffer.baseAddress
        return i2d_ECDSA_SIG(pair, &start)
    }
    return count == Int32(der.count) ? der : nil
}

/// OpenSSL's name of the curve.
private let groupName = "prime256v1"

private func isOnP256(_ key: OpaquePointer) -> Bool {
    var name = [CChar](repeating: 0, count: 32)
    var count = 0
    defer { ERR_clear_error() }
    return EVP_PKEY_get_base_id(key) == EVP_PKEY_EC && EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1
        && String(decoding: name.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) == groupName
}

/// Returns the public key of a private key; nil if the number is 0 or not below the order of the curve.
private func point(of scalar: [UInt8]) -> [UInt8]? {
    guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), let point = EC_POINT_new(group),
        let number = BN_bin2bn(scalar, Int32(scalar.count), nil)
    else { preconditionFailure("OpenSSL has no memory for a key") }
    defer {
        EC_GROUP_free(group)
        EC_POINT_free(point)
        BN_clear_free(number)
    }
    guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0,
        EC_POINT_mul(group, point, number, nil, nil, nil) == 1
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: P256Key.pointByteCount)
    let count = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
    return count == bytes.count ? bytes : nil
}

/// Returns a number as big-endian bytes of a fixed count.
private func fixedBytes(of number: OpaquePointer?, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    precondition(BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count), "a number of the curve has \(count) bytes")
    return bytes
}
