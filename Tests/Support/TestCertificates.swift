/// An authority, one below it, and somebody they vouch for, made by OpenSSL's own program.
public struct TestCertificates: Sendable {
    /// PEM.
    public let root: [UInt8], intermediate: [UInt8], certificate: [UInt8], key: [UInt8]

    public init() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path
        func openssl(_ words: [String]) throws {
            let result = try command(["openssl"] + words + ["-out", "\(path)/out"], complaints: false)
            guard result.status == 0 else { throw NoCertificate(words: words) }
        }
        func made(_ name: String) throws -> [UInt8] {
            let bytes = try folder.bytes("out")
            try folder.write(name, bytes: bytes)
            return bytes
        }
        let authority = "basicConstraints=critical,CA:true"
        try folder.write("ca.ext", authority)
        try folder.write("leaf.ext", "basicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n")

        try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout"])
        _ = try made("root.key")
        try openssl(["req", "-x509", "-key", "\(path)/root.key", "-days", "3650", "-subj", "/CN=Test Root", "-addext", authority])
        root = try made("root.pem")
        try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout"])
        _ = try made("middle.key")
        try openssl(["req", "-new", "-key", "\(path)/middle.key", "-subj", "/CN=Test Intermediate"])
        _ = try made("middle.csr")
        try openssl([
            "x509", "-req", "-in", "\(path)/middle.csr", "-CA", "\(path)/root.pem", "-CAkey", "\(path)/root.key",
            "-CAcreateserial", "-days", "3650", "-extfile", "\(path)/ca.ext",
        ])
        intermediate = try made("middle.pem")
        try openssl(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
        key = try made("leaf.key")
        try openssl(["req", "-new", "-key", "\(path)/leaf.key", "-subj", "/CN=profiles.example.org"])
        _ = try made("leaf.csr")
        try openssl([
            "x509", "-req", "-in", "\(path)/leaf.csr", "-CA", "\(path)/middle.pem", "-CAkey", "\(path)/middle.key",
            "-CAcreateserial", "-days", "30", "-extfile", "\(path)/leaf.ext",
        ])
        certificate = try made("leaf.pem")
    }

    /// Another key, by the words of `openssl genpkey`.
    public static func key(_ words: [String]) throws -> [UInt8] {
        let result = try command(["openssl", "genpkey"] + words, complaints: false)
        guard result.status == 0 else { throw NoCertificate(words: words) }
        return result.bytes
    }

    /// Returns the content of a signed message by `openssl cms -verify`; nil if it does not trust the message.
    public func verified(_ message: [UInt8]) throws -> [UInt8]? {
        let folder = try TemporaryDirectory()
        try folder.write("root.pem", bytes: root)
        // Any purpose: a web server's certificate is not one for mail, which OpenSSL would ask for.
        let result = try command(
            ["openssl", "cms", "-verify", "-purpose", "any", "-inform", "DER", "-binary", "-CAfile", "\(folder.path)/root.pem"],
            input: message, complaints: false)
        return result.status == 0 ? result.bytes : nil
    }
}

struct NoCertificate: Error {
    let words: [String]
}
