import Calendars
import DAV
import HTTP
import Storage
import XML

/// A change of one property, and the error if it is refused.
struct SettingOutcome {
    let name: XMLName
    let error: DAVError?
}

extension [SettingOutcome] {
    var isRefused: Bool { contains { $0.error != nil } }

    /// Writes the propstats: all 200, or the refused ones with their errors and the others with 424 (RFC 4918 §9.2).
    func write(to writer: inout XMLWriter) {
        guard isRefused else {
            return writer.propStat(.ok) { writer in
                for outcome in self { writer.empty(outcome.name) }
            }
        }
        for outcome in self {
            guard let error = outcome.error else { continue }
            writer.propStat(error.status, error.precondition, description: error.message) { $0.empty(outcome.name) }
        }
        writer.propStat(.failedDependency) { writer in
            for outcome in self where outcome.error == nil { writer.empty(outcome.name) }
        }
    }
}

extension XMLElement {
    /// The property as it is kept.
    ///
    /// - Throws: 507 if it is larger than what is kept.
    var kept: KeptProperty {
        get throws(DAVError) {
            let octets = octets
            guard octets.count <= 65_536, name.namespace.utf8.count + name.local.utf8.count <= 1_000 else {
                throw DAVError(.quotaNotExceeded, "the property is too large")
            }
            return KeptProperty(namespace: name.namespace, name: name.local, value: octets)
        }
    }
}

extension CalendarValues {
    init(_ row: CalendarRow) {
        self.init()
        displayName = row.displayName
        description = row.description
        color = row.color
        colorName = row.colorName
        order = row.order
        timeZone = row.timeZone
        timeZoneID = row.timeZoneID
        components = row.components
        isTransparent = row.isTransparent
        sourceURL = row.sourceURL
    }
}

extension CalendarRow {
    mutating func set(_ values: CalendarValues) {
        displayName = values.displayName
        description = values.description
        color = values.color
        colorName = values.colorName
        order = values.order
        timeZone = values.timeZone
        timeZoneID = values.timeZoneID
        components = values.components
        isTransparent = values.isTransparent
        sourceURL = values.sourceURL
    }
}
