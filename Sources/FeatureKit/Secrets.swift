import Crypto
import Glibc

/// Keys of this installation, made at the first start, each for one purpose only.
///
/// They lie in `secrets/` of the data folder, one file a key, readable by the service alone. All
/// responders and workers of one installation share the folder or copies of it.
public struct Secrets: Sendable {
    /// Binds form tokens to the session they were shown in.
    public let forms: [UInt8]
    /// Digests of the eight-character codes, which are too short for a plain one.
    public let codes: [UInt8]
    /// Digests of the addresses and networks that are counted.
    public let throttles: [UInt8]
    /// Makes the addresses of customers' feeds, which are shown again and yet not stored.
    public let feeds: [UInt8]

    public init(forms: [UInt8], codes: [UInt8], throttles: [UInt8], feeds: [UInt8]) {
        self.forms = forms
        self.codes = codes
        self.throttles = throttles
        self.feeds = feeds
    }

    /// Reads the keys of a data folder; those that are not there yet are made.
    public init(directory data: String) throws {
        let directory = data + "/secrets"
        if mkdir(directory, 0o700) != 0, errno != EEXIST {
            throw SecretError(description: "\(directory) cannot be made: \(String(cString: strerror(errno)))")
        }
        forms = try Self.key("forms", directory)
        codes = try Self.key("codes", directory)
        throttles = try Self.key("throttles", directory)
        feeds = try Self.key("feeds", directory)
    }

    /// A key's 32 bytes. Two processes that start at once agree: the first to link its file wins.
    private static func key(_ name: String, _ directory: String) throws -> [UInt8] {
        let path = "\(directory)/\(name).key"
        if access(path, F_OK) != 0 {
            let fresh = "\(path).\(Random.uuidV4())"
            try writeAtomically(Random.bytes(32), to: fresh, mode: 0o600)
            defer { unlink(fresh) }
            if link(fresh, path) != 0, errno != EEXIST {
                throw SecretError(description: "\(path) cannot be made: \(String(cString: strerror(errno)))")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw SecretError(description: "\(path) may be read by others; chmod 600 it")
        }
        let bytes = try readBytes(path)
        guard bytes.count == 32 else {
            throw SecretError(description: "\(path) must hold 32 bytes; restore it, or remove it to make a new one")
        }
        return bytes
    }
}

public struct SecretError: Error, CustomStringConvertible {
    public let description: String
}
