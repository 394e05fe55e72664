import Crypto
import Glibc
public import Mail
import Storage
import System

/// Transport `mailbox`: each mail a file in a folder, for development. `/dev/mailbox` shows them.
///
/// Files are named by a digest of the Message-ID, so a mail that is sent again replaces itself. Beside
/// the mail as it would travel (`.eml`) lies what the page shows of it (`.json`).
public struct MailboxFolder: MailTransport {
    public let directory: String
    public let repeatsHarmlessly = true

    public init(directory: String) throws {
        self.directory = directory
        if mkdir(directory, 0o700) != 0, errno != EEXIST {
            throw FileError(path: directory, message: String(cString: strerror(errno)))
        }
    }

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        let bytes = try encoded(message)
        let id = String(sha256Hex(Array(message.messageID.utf8)).prefix(24))
        do {
            let kept = try JSON.pretty(KeptMail(message, id: id))
            try writeAtomically(kept, to: "\(directory)/\(id).json", mode: 0o600)
            try writeAtomically(bytes, to: "\(directory)/\(id).eml", mode: 0o600)
        } catch {
            throw .temporary("the mailbox folder: \((error as? FileError)?.message ?? "\(error)")")
        }
    }
}

/// Transport `stdout`: mails on standard output, for development.
public struct StandardOutputMail: MailTransport {
    public let repeatsHarmlessly = false

    public init() {}

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        let bytes = try encoded(message) + [UInt8(ascii: "\n")]
        guard bytes.withUnsafeBytes({ writeAll($0, to: STDOUT_FILENO) }) else {
            throw .temporary("standard output: \(String(cString: strerror(errno)))")
        }
    }
}

/// A message's bytes; one that cannot be written is refused for good.
func encoded(_ message: MailMessage) throws(DeliveryError) -> [UInt8] {
    do {
        return try message.encoded()
    } catch {
        throw .refused("\(error)")
    }
}
