import COpenSSL

/// The keys of a browser that takes messages, as its push subscription names them (RFC 8291 §2).
public struct PushRecipient: Sendable {
    /// The browser's public key, 65 bytes.
    public let point: [UInt8]
    /// The secret that proves to the browser that a message is from somebody whom it gave its keys, 16 bytes.
    public let authentication: [UInt8]

    static let authenticationByteCount = 16

    /// Checks the keys; nil if a length is wrong or the point is not on the curve.
    public init?(point: [UInt8], authentication: [UInt8]) {
        guard authentication.count == Self.authenticationByteCount, P256Key.isPublicPoint(point) else { return nil }
        self.point = point
        self.authentication = authentication
    }
}

extension PushRecipient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "PushRecipient(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The encryption of a message to a browser (RFC 8291): one record of the content coding `aes128gcm` (RFC 8188).
public enum PushEncryption {
    /// The bytes that a message has more than its text and its padding.
    public static let overhead = headerByteCount + 1 + tagByteCount
    /// The longest text. Every push service takes a body of 4096 bytes (RFC 8030 §7.2).
    public static let mostBytes = recordSize - overhead
    private static let recordSize = 4_096, saltByteCount = 16, tagByteCount = 16, nonceByteCount = 12
    private static let headerByteCount = saltByteCount + 4 + 1 + P256Key.pointByteCount

    /// Encrypts a text under a new key pair.
    ///
    /// - Parameter paddedTo: the text is padded to a multiple of this number of bytes, so that its length tells little.
    /// - Returns: nil if the text is longer than `mostBytes`.
    public static func encrypt(_ text: [UInt8], to recipient: PushRecipient, paddedTo multiple: Int = 128) -> [UInt8]? {
        guard text.count <= mostBytes else { return nil }
        let padding = min((multiple - text.count % multiple) % multiple, mostBytes - text.count)
        return encrypt(
            text, to: recipient, padding: padding, sender: .random(), salt: Random.bytes(saltByteCount))
    }

    /// Encrypts a text with a given key pair and salt. Both must be new for each message.
    static func encrypt(
        _ text: [UInt8], to recipient: PushRecipient, padding: Int, sender: P256Key, salt: [UInt8]
    ) -> [UInt8]? {
        guard let shared = sender.sharedSecret(with: recipient.point) else { return nil }
        let secret = hkdfSHA256(
            salt: recipient.authentication, secret: shared,
            info: label("WebPush: info") + recipient.point + sender.publicPoint, count: 32)
        let key = hkdfSHA256(salt: salt, secret: secret, info: label("Content-Encoding: aes128gcm"), count: 16)
        let nonce = hkdfSHA256(
            salt: salt, secret: secret, info: label("Content-Encoding: nonce"), count: nonceByteCount)
        // The number 2 ends the text of the last record. Zeros after it are padding.
        let plain = text + [2] + [UInt8](repeating: 0, count: padding)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * $0)) }
        return salt + size + [UInt8(sender.publicPoint.count)] + sender.publicPoint + sealed(plain, key, nonce)
    }

    private static func label(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    /// Encrypts with AES-128-GCM; the tag is appended.
    private static func sealed(_ plain: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) -> [UInt8] {
        let cipher = Cipher()
        var sealed = [UInt8](repeating: 0, count: plain.count), tag = [UInt8](repeating: 0, count: tagByteCount)
        var count: Int32 = 0
        let isSealed =
            EVP_EncryptInit_ex2(cipher.context, EVP_aes_128_gcm(), key, nonce, nil) == 1
            && EVP_EncryptUpdate(cipher.context, &sealed, &count, plain, Int32(plain.count)) == 1
            && EVP_EncryptFinal_ex(cipher.context, &tag, &count) == 1
            && EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, Int32(tagByteCount), &tag) == 1
        // It fails only without memory, and then nothing else works either.
        precondition(isSealed, "OpenSSL has no AES-128-GCM")
        return sealed + tag
    }
}
