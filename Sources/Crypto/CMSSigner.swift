import COpenSSL
import Glibc

/// A signer with a certificate, whose signature shows readers the author of a content: CMS SignedData
/// (RFC 5652) with the content inside, in DER, with SHA-256 and the whole chain.
///
/// Only RSA is allowed. With RSA the same content, signed at the same moment, gives the same bytes, and
/// no device is known to refuse it. The certificate and the key are stored as text and read for each
/// signature, so that threads share no pointer of OpenSSL.
public struct CMSSigner: Sendable {
    private let certificates: [UInt8]
    private let key: [UInt8]
    /// The time in which the certificate is valid, in seconds since 1970.
    public let validSeconds: ClosedRange<Int64>
    /// True if the chain has the issuer of the certificate, which devices need to trust it.
    public let hasIssuer: Bool

    /// Checks a certificate and its key.
    ///
    /// - Parameters:
    ///   - certificate: PEM. Certificates after the first one belong to the chain.
    ///   - key: PEM, not encrypted.
    ///   - chain: PEM, certificates in any order; may be empty.
    public init(certificate: [UInt8], key: [UInt8], chain: [UInt8] = []) throws(CMSError) {
        certificates = certificate + [UInt8(ascii: "\n")] + chain
        self.key = key
        let read = try Certificates(pem: certificates)
        let owner = try PrivateKey(pem: key)
        guard X509_check_private_key(read.signer, owner.key) == 1 else { throw .keyMismatch }
        guard EVP_PKEY_get_base_id(owner.key) == EVP_PKEY_RSA, EVP_PKEY_get_bits(owner.key) >= 2_048 else {
            throw .weakKey
        }
        guard let begin = seconds(X509_get0_notBefore(read.signer)), let end = seconds(X509_get0_notAfter(read.signer)),
              begin <= end
        else { throw .certificate }
        validSeconds = begin...end
        hasIssuer = read.all.contains { X509_check_issued($0, read.signer) == X509_V_OK }
    }

    /// Returns the signed content.
    ///
    /// - Parameter secondsSince1970: the moment in the signature. With the same moment a second signature
    ///   is the same as the first.
    public func sign(_ content: [UInt8], at secondsSince1970: Int64) throws(CMSError) -> [UInt8] {
        let read = try Certificates(pem: certificates), owner = try PrivateKey(pem: key)
        guard let chain = OPENSSL_sk_new_null() else { throw .signing }
        defer { OPENSSL_sk_free(chain) }
        for certificate in read.all.dropFirst() { OPENSSL_sk_push(chain, UnsafeRawPointer(certificate)) }

        // Without CMS_BINARY, OpenSSL would change the line ends of the content.
        let flags = UInt32(CMS_BINARY | CMS_PARTIAL | CMS_NOSMIMECAP)
        guard let message = CMS_sign(nil, nil, chain, nil, flags) else { throw .signing }
        defer { CMS_ContentInfo_free(message) }
        guard let signer = CMS_add1_signer(message, read.signer, owner.key, EVP_sha256(), flags),
              let time = ASN1_TIME_set(nil, time_t(secondsSince1970))
        else { throw .signing }
        defer { ASN1_STRING_free(time) }
        guard CMS_signed_add1_attr_by_NID(signer, NID_pkcs9_signingTime, ASN1_STRING_type(time), time, -1) == 1,
              let input = BIO_new_mem_buf(content, Int32(content.count))
        else { throw .signing }
        defer { BIO_free(input) }
        guard CMS_final(message, input, nil, UInt32(CMS_BINARY)) == 1, let output = BIO_new(BIO_s_mem()) else {
            throw .signing
        }
        defer { BIO_free(output) }
        guard i2d_CMS_bio(output, message) == 1 else { throw .signing }
        return bytes(of: output)
    }
}

/// An error in a certificate or a key, or in signing.
public enum CMSError: Error, Hashable, Sendable, CustomStringConvertible {
    case certificate, key, keyMismatch, weakKey, signing

    public var description: String {
        switch self {
        case .certificate: "the certificate is not in PEM, or a certificate of its chain is damaged"
        case .key: "the key is not in PEM, or is encrypted"
        case .keyMismatch: "the key does not belong to the certificate"
        case .weakKey: "the key must be RSA with 2048 bits or more"
        case .signing: "OpenSSL could not sign"
        }
    }
}

/// The certificates of a PEM text: the signer's, then the chain.
private final class Certificates {
    let all: [OpaquePointer]
    let signer: OpaquePointer

    init(pem: [UInt8]) throws(CMSError) {
        guard let input = BIO_new_mem_buf(pem, Int32(pem.count)) else { throw .certificate }
        defer { BIO_free(input) }
        var found: [OpaquePointer] = []
        ERR_clear_error()
        while let certificate = PEM_read_bio_X509(input, nil, nil, nil) {
            // The file of a chain often begins with the certificate itself. CMS accepts each only once.
            if found.contains(where: { X509_cmp($0, certificate) == 0 }) { X509_free(certificate) } else { found.append(certificate) }
        }
        // At the end of the text OpenSSL finds no start line. Any other error is a damaged certificate.
        let atEnd = Int32(truncatingIfNeeded: ERR_peek_last_error() & 0x7f_ffff) == PEM_R_NO_START_LINE
        ERR_clear_error()
        guard atEnd, let first = found.first else {
            found.forEach { X509_free($0) }
            throw .certificate
        }
        all = found
        signer = first
    }

    deinit { all.forEach { X509_free($0) } }
}

/// A private key of a PEM text.
final class PrivateKey {
    let key: OpaquePointer

    init(pem: [UInt8]) throws(CMSError) {
        guard let input = BIO_new_mem_buf(pem, Int32(pem.count)) else { throw .key }
        defer { BIO_free(input) }
        // With an empty passphrase, OpenSSL does not ask for one at the terminal.
        let read = "".withCString { PEM_read_bio_PrivateKey(input, nil, nil, UnsafeMutableRawPointer(mutating: $0)) }
        ERR_clear_error()
        guard let read else { throw .key }
        key = read
    }

    deinit { EVP_PKEY_free(key) }
}

/// Returns a time of a certificate in seconds since 1970; nil if it is malformed.
private func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var broken = tm()
    guard ASN1_TIME_to_tm(time, &broken) == 1 else { return nil }
    return Int64(timegm(&broken))
}

private func bytes(of memory: OpaquePointer) -> [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    // The macro BIO_get_mem_data does this.
    let count = withUnsafeMutablePointer(to: &start) { BIO_ctrl(memory, BIO_CTRL_INFO, 0, $0) }
    guard let start, count > 0 else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
}
