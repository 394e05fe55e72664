import COpenSSL

/// A secret key of 256 bits that encrypts and authenticates with AES-256-GCM (NIST SP 800-38D).
///
/// Printing or dumping it does not show it.
public struct SealingKey: Sendable {
    private let bytes: [UInt8]

    /// The length of a key in bytes.
    public static let byteCount = 32
    /// The bytes that a sealed text has more than its plain text: the nonce and the tag.
    public static let overhead = nonceCount + tagCount
    private static let nonceCount = 12, tagCount = 16

    /// Makes a key of 32 bytes; nil for any other number.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Encrypts a text under a new random nonce.
    ///
    /// A key may seal 2³² texts before two random nonces are likely to be equal.
    ///
    /// - Parameter context: bytes that are authenticated and not stored. The text opens with the same bytes only, so
    ///   a row that was moved to another place does not open.
    /// - Returns: the nonce, the encrypted text and the tag, one after another.
    public func seal(_ plain: [UInt8], context: [UInt8]) -> [UInt8] {
        let nonce = Random.bytes(Self.nonceCount)
        let cipher = Cipher()
        var sealed = [UInt8](repeating: 0, count: plain.count), tag = [UInt8](repeating: 0, count: Self.tagCount)
        var count: Int32 = 0
        let isSealed =
            EVP_EncryptInit_ex2(cipher.context, EVP_aes_256_gcm(), bytes, nonce, nil) == 1
            && EVP_EncryptUpdate(cipher.context, nil, &count, context, Int32(context.count)) == 1
            && (plain.isEmpty || EVP_EncryptUpdate(cipher.context, &sealed, &count, plain, Int32(plain.count)) == 1)
            && EVP_EncryptFinal_ex(cipher.context, &tag, &count) == 1
            && EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagCount), &tag) == 1
        // It fails only without memory, and then nothing else works either.
        precondition(isSealed, "OpenSSL has no AES-256-GCM")
        return nonce + sealed + tag
    }

    /// Decrypts what `seal` returned.
    ///
    /// OpenSSL hands out plain text before it has compared the tag. It leaves this function only afterwards.
    ///
    /// - Returns: nil if the key or the context is another one, or if a byte was changed.
    public func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.overhead else { return nil }
        let nonce = Array(sealed.prefix(Self.nonceCount))
        let body = Array(sealed.dropFirst(Self.nonceCount).dropLast(Self.tagCount))
        var tag = Array(sealed.suffix(Self.tagCount))
        let cipher = Cipher()
        var plain = [UInt8](repeating: 0, count: body.count), rest = [UInt8](repeating: 0, count: Self.tagCount)
        var count: Int32 = 0
        let isReady =
            EVP_DecryptInit_ex2(cipher.context, EVP_aes_256_gcm(), bytes, nonce, nil) == 1
            && EVP_DecryptUpdate(cipher.context, nil, &count, context, Int32(context.count)) == 1
            && (body.isEmpty || EVP_DecryptUpdate(cipher.context, &plain, &count, body, Int32(body.count)) == 1)
            && EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagCount), &tag) == 1
        precondition(isReady, "OpenSSL has no AES-256-GCM")
        return EVP_DecryptFinal_ex(cipher.context, &rest, &count) == 1 ? plain : nil
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SealingKey(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// OpenSSL's state of one encryption.
final class Cipher {
    let context: OpaquePointer

    init() {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("OpenSSL has no memory for a cipher") }
        self.context = context
    }

    deinit { EVP_CIPHER_CTX_free(context) }
}
