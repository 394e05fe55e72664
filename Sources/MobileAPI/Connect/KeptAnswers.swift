import CivilTime
import Crypto
import Runtime
import Storage

/// Answers as they were encoded. An app asks for the same month at every start, mostly unchanged.
private let keptAnswers = CacheSlot<[UInt8]>("answers to apps", limitBytes: 16 << 20)

extension CustomerCall {
    /// Returns the kept answer to a message, or makes one and keeps it for five minutes.
    ///
    /// - Parameters:
    ///   - path: the method's.
    ///   - state: a token that changes with everything that the answer shows of the customer's calendars.
    func answer(to envelope: Envelope, at path: String, state: String, make: () throws -> [UInt8]) throws -> [UInt8] {
        let kept = app.shared.cache(keptAnswers), now = app.now()
        let message = base64URL(sha256(envelope.bytes)), language = "\(call.language) \(customer.language)"
        let key = "\(customer.id) \(path) \(envelope.codec) \(language) \(state) \(message)"
        if let bytes = kept.value(key, at: now) { return bytes }
        let ticket = kept.ticket(), bytes = try make()
        kept.keep(bytes, for: key, until: now + .seconds(300), bytes: key.utf8.count + bytes.count, ticket)
        return bytes
    }
}
