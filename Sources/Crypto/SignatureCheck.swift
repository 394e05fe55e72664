import COpenSSL

/// Returns true if a signature is a message's, with SHA-256 and the public key's own algorithm.
func verifiesSHA256(_ signature: [UInt8], of message: [UInt8], by key: OpaquePointer) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer {
        EVP_MD_CTX_free(context)
        ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
        && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
}
