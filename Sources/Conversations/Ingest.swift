import Agreements
import Crypto
package import HTTP
import Logging
package import Runtime
import Storage

/// The door for a bridge without a broker.
package enum Ingest {
    /// The most bytes of a delivery, and the most messages.
    package static let bodyLimit = 512 << 10
    private static let mostMessages = 100

    /// `POST /api/v1/ingest/messages`: one message, or a list of them, in the JSON of the queue.
    ///
    /// 204: all are stored, or were before, or are of chats that are not read. 400: some are no messages, or are to
    /// come `again` later; the others are stored, and a repetition changes nothing. Every other answer: nothing is
    /// stored, and the bridge tries again.
    package static func receive(_ request: Request, _ app: App) throws -> Response {
        guard Conversations.takesMessages(app.config) else { throw Refusal.notFound }
        let now = app.now()
        guard IngestSignature(secret: app.config.bridgeSecret).isValid(request.headers, request.body, now: now) else {
            app.log.warning("delivery refused", metadata: [
                "request": "\(request.id)", "reason": "its signature is wrong or too old",
            ])
            return .text("the signature is wrong, or is more than five minutes old\n", status: .unauthorized)
        }
        let digest = sha256(request.body)
        let messages: [Result<IncomingMessage, MessageDefect>]
        do throws(MessageDefect) {
            messages = try IncomingMessage.list(request.body, now: now)
        } catch {
            try record(error, digest, app)
            return problems([Problem(index: nil, error: error.rawValue)])
        }
        guard messages.count <= mostMessages else {
            return .text("at most \(mostMessages) messages in a delivery\n", status: .payloadTooLarge)
        }
        let received = try app.receive(messages.compactMap { try? $0.get() })
        var found: [Problem] = [], rest = received.makeIterator()
        for (index, message) in messages.enumerated() {
            switch message {
            case .success:
                guard rest.next() == .again else { continue }
                found.append(Problem(index: index, error: "it cannot be stored at the moment", again: true))
            case .failure(let defect):
                try record(defect, digest, app)
                found.append(Problem(index: index, error: defect.rawValue))
            }
        }
        app.log.info("messages received", metadata: [
            "request": "\(request.id)", "stored": "\(received.count { $0 == .stored })",
            "known": "\(received.count { $0 == .known })", "refused": "\(found.count)",
            "dropped": "\(received.count { if case .dropped = $0 { true } else { false } })",
        ])
        return found.isEmpty ? .empty(.noContent) : problems(found)
    }

    private static func record(_ defect: MessageDefect, _ digest: [UInt8], _ app: App) throws {
        try app.recordRefusedDelivery(digest: digest, door: "ingest", reason: defect.rawValue)
    }

    private struct Problem: Encodable {
        /// The number of the message in the list, from 0; nil if the delivery is no list of messages.
        let index: Int?
        let error: String
        /// True if the bridge is to send the message again later; nil if a repetition changes nothing.
        var again: Bool?
    }

    private static func problems(_ problems: [Problem]) -> Response {
        guard let text = try? JSON.text(["errors": problems]) else { return .empty(.badRequest) }
        var response = Response.text(text + "\n", status: .badRequest)
        response.headers["Content-Type"] = "application/json"
        return response
    }
}
