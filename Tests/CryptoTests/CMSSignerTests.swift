import Crypto
import TestSupport
import Testing

@Suite("Signed messages")
struct CMSSignerTests {
    private static let made = Result { try TestCertificates() }
    private let certificates: TestCertificates
    private let signer: CMSSigner
    private let moment: Int64 = 1_795_232_737

    init() throws {
        certificates = try Self.made.get()
        signer = try CMSSigner(
            certificate: certificates.certificate, key: certificates.key, chain: certificates.intermediate)
    }

    @Test("contain their content byte for byte, and OpenSSL trusts them with the authority alone", arguments: [
        "", "one line", "a\nb\r\nc\r", "أوقات الصلاة <&>", "\u{0}\u{1}\u{7f}", String(repeating: "long ", count: 100_000),
    ])
    func verified(text: String) throws {
        let content = Array(text.utf8)
        #expect(try certificates.verified(signer.sign(content, at: moment)) == content)
    }

    @Test("are the same for the same content and moment, and differ otherwise")
    func deterministic() throws {
        let message = try signer.sign([1, 2, 3], at: moment)
        #expect(try signer.sign([1, 2, 3], at: moment) == message)
        #expect(try signer.sign([1, 2, 3], at: moment + 1) != message)
        #expect(try signer.sign([1, 2, 4], at: moment) != message)
    }

    @Test("have the moment, SHA-256 and the whole chain, each certificate once")
    func contents() throws {
        let twice = try CMSSigner(
            certificate: certificates.certificate, key: certificates.key,
            chain: certificates.certificate + certificates.intermediate + certificates.intermediate)
        for signer in [signer, twice] {
            let message = try signer.sign([1], at: moment)
            let printed = try command(["openssl", "cms", "-cmsout", "-print", "-inform", "DER"], input: message)
            let text = String(decoding: printed.bytes, as: UTF8.self)
            #expect(text.contains("UTCTIME:Nov 21 03:45:37 2026 GMT"))
            #expect(text.contains("algorithm: sha256"))
            #expect(!text.contains("algorithm: sha1"))
            let chain = try command(["openssl", "pkcs7", "-print_certs", "-inform", "DER"], input: message)
            let subjects = String(decoding: chain.bytes, as: UTF8.self).matches(of: /subject=CN = (.*)/).map { String($0.1) }
            #expect(Set(subjects) == ["profiles.example.org", "Test Intermediate"])
            #expect(subjects.count == 2)
        }
    }

    @Test("are not trusted after a change")
    func tampered() throws {
        let content = Array("the feed of example.org".utf8)
        var message = try signer.sign(content, at: moment)
        let place = try #require(message.indices.first { Array(message[$0...].prefix(content.count)) == content })
        message[place] ^= 1
        #expect(try certificates.verified(message) == nil)
    }

    @Test("without the chain are not trusted, and the signer knows it before")
    func chain() throws {
        let alone = try CMSSigner(certificate: certificates.certificate, key: certificates.key)
        #expect(!alone.hasIssuer)
        #expect(try certificates.verified(alone.sign([1], at: moment)) == nil)
        #expect(signer.hasIssuer)
        let together = try CMSSigner(certificate: certificates.certificate + certificates.intermediate, key: certificates.key)
        #expect(together.hasIssuer)
        #expect(try certificates.verified(together.sign([1], at: moment)) == [1])
    }

    @Test("can be made while the certificate is valid, which is thirty days here")
    func validity() {
        #expect(signer.validSeconds.upperBound - signer.validSeconds.lowerBound == 30 * 86_400)
    }

    @Test("cannot be made with a damaged certificate or key, or with a key that does not fit")
    func refused() throws {
        let certificate = certificates.certificate, key = certificates.key
        func error(_ certificate: [UInt8], _ key: [UInt8], _ chain: [UInt8] = []) -> CMSError? {
            switch Result(catching: { () throws(CMSError) in try CMSSigner(certificate: certificate, key: key, chain: chain) }) {
            case .success: nil
            case .failure(let error): error
            }
        }
        #expect(error(certificate, key) == nil)
        #expect(error([], key) == .certificate)
        #expect(error(Array("no certificate\n".utf8), key) == .certificate)
        #expect(error(key, key) == .certificate)
        #expect(error(certificate, key, Array(certificates.intermediate.dropLast(80))) == .certificate)
        #expect(error(certificate, []) == .key)
        #expect(error(certificate, certificate) == .key)
        #expect(error(certificate, Array(key.dropLast(100))) == .key)
        let rsa = ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        #expect(error(certificate, try TestCertificates.key(rsa)) == .keyMismatch)
        #expect(error(certificate, try TestCertificates.key(rsa + ["-aes256", "-pass", "pass:x"])) == .key)
    }

    @Test("are not made with keys that devices may refuse", arguments: [
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], ["-algorithm", "ED25519"],
        ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
    ])
    func weak(words: [String]) throws {
        let folder = try TemporaryDirectory(), key = try TestCertificates.key(words)
        try folder.write("key", bytes: key)
        let own = try command(["openssl", "req", "-x509", "-key", "\(folder.path)/key", "-subj", "/CN=own", "-days", "9"])
        #expect(throws: CMSError.weakKey) { try CMSSigner(certificate: own.bytes, key: key) }
        #expect(!CMSError.weakKey.description.isEmpty)
    }
}
