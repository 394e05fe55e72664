import Runtime

/// The payload of a message to a phone: at most 4096 bytes of JSON.
package struct ApplePayload: Encodable, Sendable {
    private struct Alert: Encodable {
        let title: String
        var body: String?
    }

    private struct Aps: Encodable {
        var alert: Alert
        let sound: String?
        let threadID: String
        let level: String

        enum CodingKeys: String, CodingKey {
            case alert, sound
            case threadID = "thread-id"
            case level = "interruption-level"
        }
    }

    /// Jadwal's own facts. The published app reads a key `type` on every notice, so there is none.
    private struct Own: Encodable {
        let kind: String, id: String, url: String
    }

    private var aps: Aps
    private let jadwal: Own

    private static let mostBytes = 4_096, mostTitle = 100, mostBody = 400

    package init(_ text: NoticeText, kind: NoticeKind, id: String, url: String, isSilent: Bool) {
        let body = text.body.isEmpty ? nil : cut(text.body, to: Self.mostBody)
        aps = Aps(
            alert: Alert(title: cut(text.title, to: Self.mostTitle), body: body),
            sound: isSilent ? nil : "default", threadID: kind.rawValue, level: isSilent ? "passive" : "active")
        jadwal = Own(kind: kind.rawValue, id: id, url: url)
    }

    /// Returns the JSON. The body loses characters from its end until everything fits.
    package func bytes() throws -> [UInt8] {
        var payload = self
        while true {
            let bytes = Array(try JSON.text(payload).utf8)
            let surplus = bytes.count - Self.mostBytes
            guard surplus > 0, let body = payload.aps.alert.body else { return bytes }
            // A character may have many bytes, so a part of the surplus is taken at a time.
            let shorter = body.dropLast(max(1, surplus / 16 + 1))
            payload.aps.alert.body = shorter.isEmpty ? nil : String(shorter)
        }
    }

    /// Returns the JSON with the title only.
    package func titleOnly() throws -> [UInt8] {
        var payload = self
        payload.aps.alert.body = nil
        return try payload.bytes()
    }
}
