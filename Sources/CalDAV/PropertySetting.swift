import Calendars
import DAV
import HTTP
import ICalendar
import Storage
import Text
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

/// The values that programs set on a calendar: the same for MKCALENDAR, MKCOL and PROPPATCH.
struct PropertySetting {
    let database: ZoneResolver.Database

    /// Sets a property that Jadwal computes.
    ///
    /// - Throws: the reason why it cannot be set.
    func set(_ property: LiveProperty, _ element: XMLElement, on values: inout CalendarValues) throws(DAVError) {
        switch property {
        case .displayName: values.displayName = try text(element, atMost: 255)
        case .calendarDescription: values.description = try text(element, atMost: 4_000)
        case .color:
            guard let color = CalendarColor(element.text) else {
                throw DAVError(.conflict, "a colour is written as #RRGGBB or #RRGGBBAA")
            }
            values.color = color.text
            values.colorName = element.attribute("symbolic-color").map { String($0.unicodeScalars.prefix(64)) }
        case .order:
            let order = try element.order
            guard Int32(exactly: order) != nil else { throw DAVError(.conflict, "the order is too large") }
            values.order = order
        case .timeZone:
            let zone = try CalendarZone(calendar: element.text, database: database)
            guard element.text.utf8.count <= 65_536, zone.tzid.utf8.count <= 64
            else { throw DAVError(.validCalendarData, "the time zone is too long") }
            values.timeZone = element.text
            values.timeZoneID = zone.tzid
        case .timeZoneID:
            values.timeZoneID = try CalendarZone(id: String(element.text.trimmed()), database: database).tzid
            values.timeZone = nil
        case .scheduleTransparency: values.isTransparent = element.isTransparent
        case .source where element.href?.isEmpty == false && (element.href?.utf8.count ?? 0) <= 2_048:
            values.sourceURL = element.href
        default: throw DAVError(.cannotModifyProtectedProperty, "this property cannot be set")
        }
    }

    /// Removes a property that Jadwal computes.
    func remove(_ property: LiveProperty, from values: inout CalendarValues) throws(DAVError) {
        switch property {
        case .displayName: values.displayName = ""
        case .calendarDescription: values.description = nil
        case .color: (values.color, values.colorName) = (nil, nil)
        case .order: values.order = nil
        case .timeZone, .timeZoneID: (values.timeZone, values.timeZoneID) = (nil, nil)
        case .scheduleTransparency: values.isTransparent = false
        default: throw DAVError(.cannotModifyProtectedProperty, "this property cannot be removed")
        }
    }

    private func text(_ element: XMLElement, atMost length: Int) throws(DAVError) -> String {
        let text = element.text
        guard text.unicodeScalars.count <= length, !text.utf8.contains(0) else {
            throw DAVError(.conflict, "the text has more than \(length) characters")
        }
        return text
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
