/// A message that the broker delivered and that waits for an answer.
///
/// Its description shows no content.
public struct Delivery: Sendable {
    /// The body, cut at `BrokerConnection.bodyLimitBytes`.
    public let body: [UInt8]
    /// The length of the body as it was published.
    public let bodyBytes: Int
    /// The property `message_id`; nil without one, and if it is not UTF-8.
    public let messageID: String?
    /// True if the broker has delivered the message before. False does not prove the opposite: a message that was
    /// published twice is two messages.
    public let isRedelivered: Bool
    /// The number of times that the message became a dead letter, by its header `x-death`; 0 without one.
    public let deathCount: Int
    /// The broker's number of the delivery, counted on this connection from 1.
    public let tag: UInt64

    /// True if the body is longer than what is kept of it.
    public var isCut: Bool { bodyBytes > body.count }

    public init(
        body: [UInt8], bodyBytes: Int, messageID: String?, isRedelivered: Bool, deathCount: Int, tag: UInt64
    ) {
        self.body = body
        self.bodyBytes = bodyBytes
        self.messageID = messageID
        self.isRedelivered = isRedelivered
        self.deathCount = deathCount
        self.tag = tag
    }
}

extension Delivery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Delivery(\(tag), \(bodyBytes) bytes)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
