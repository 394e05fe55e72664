import CivilTime
import Runtime
import Storage

/// A customer's notices, for their export.
package struct NoticesExport: Encodable {
    struct Item: Encodable {
        let kind: String, title: String?, other: String?, place: String?, starts: String?
        let due: String, opened: String?, page: String
        let deliveries: [Delivery]
    }

    struct Delivery: Encodable {
        let channel: String, device: String?, state: String, attempts: Int, ended: String?
    }

    struct Device: Encodable {
        let name: String, kind: String, address: String?, language: String, registered: String, lastReached: String?
    }

    struct Choice: Encodable {
        let kind: String, channel: String, isOn: Bool
    }

    /// The day in the morning; nil if it is switched off.
    struct Morning: Encodable {
        let minuteOfDay: Int, lastAnnounced: String?
    }

    let keepsPrayers: Bool, hidesContent: Bool, takesMail: Bool
    let morning: Morning?
    let choices: [Choice], devices: [Device], notices: [Item]
}

extension NoticeHome {
    /// Returns everything that is stored of the customer's notices.
    package func export() throws -> NoticesExport {
        let store = try app.store, devices = try devices(), choices = try choices()
        let deliveries = Dictionary(grouping: try store.deliveries(of: owner), by: \.notice)
        let labels = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0.label) })
        return NoticesExport(
            keepsPrayers: choices.preferences.keepsPrayers, hidesContent: choices.preferences.hidesContent,
            takesMail: choices.preferences.takesMail,
            morning: try store.morningDigest(of: owner).map { row in
                .init(minuteOfDay: row.minute, lastAnnounced: row.sentOn?.iso8601)
            },
            choices: choices.rows.map { .init(kind: $0.kind, channel: $0.channel.rawValue, isOn: $0.isOn) },
            devices: devices.map { device in
                .init(
                    name: device.label, kind: device.kind.rawValue, address: app.address(of: device),
                    language: device.language, registered: device.registeredAt.iso8601,
                    lastReached: device.lastOKAt?.iso8601)
            },
            notices: try store.allNotices(of: owner).map { row in
                let content = try Notice(row)?.content
                return .init(
                    kind: row.kind, title: content?.title, other: content?.other, place: content?.place,
                    starts: content?.start?.iso8601, due: row.dueAt.iso8601, opened: row.readAt?.iso8601,
                    page: row.path,
                    deliveries: (deliveries[row.id] ?? []).map { delivery in
                        .init(
                            channel: delivery.channel.rawValue, device: delivery.device.flatMap { labels[$0] },
                            state: delivery.state, attempts: delivery.attempts, ended: delivery.endedAt?.iso8601)
                    })
            })
    }
}
