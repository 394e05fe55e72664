import Calendars
import DAV
import HTTP
import Storage
import XML

/// Writes the properties of many objects of one calendar.
///
/// The request is examined once: what is the same for all objects becomes octets, and only what differs is written
/// for each.
struct MemberWriter {
    private enum Piece {
        /// A property of which all objects have the same value.
        case same([UInt8])
        /// A property of which each object has its own value.
        case own(LiveProperty.ObjectValue)
        case data
    }

    private let properties: PropertyWriter
    private let calendar: CalendarRow
    private let collection: Href
    private let base: [UInt8]
    private var pieces: [Piece] = []
    /// The propstat of properties that no object has; empty if there is none, or the client does not want it.
    private var missing: [UInt8] = []

    /// - Parameters:
    ///   - collection: the address of the calendar.
    ///   - preferences: `return=minimal` leaves out missing properties.
    init(
        _ request: PropertyRequest, _ properties: PropertyWriter, _ calendar: CalendarRow, at collection: Href,
        _ preferences: Preferences
    ) {
        self.properties = properties
        self.calendar = calendar
        self.collection = collection
        base = Array(collection.text.utf8)
        var absent: [XMLName] = []
        for name in request.names(of: .object) {
            if name == .calDAV("calendar-data") {
                pieces.append(.data)
            } else if let property = LiveProperty(name), property.belongs(to: .object) {
                pieces.append(piece(property))
            } else {
                absent.append(name)
            }
        }
        guard !absent.isEmpty, !preferences.isMinimal else { return }
        var writer = XMLWriter.dav(reserving: 256)
        writer.propStat(.notFound) { writer in
            for name in absent { writer.empty(name) }
        }
        missing = writer.bytes
    }

    private func piece(_ property: LiveProperty) -> Piece {
        if let value = property.objectValue { return .own(value) }
        var writer = XMLWriter.dav(reserving: 256)
        var resource = Resource(.object, collection)
        resource.calendar = calendar
        _ = properties.write(property, of: resource, to: &writer)
        return .same(writer.bytes)
    }

    /// Writes the response of an object.
    ///
    /// - Parameter data: writes calendar-data; nil if the object's text is not available.
    func write(_ member: MemberRow, to writer: inout XMLWriter, data: ((inout XMLWriter) -> Void)? = nil) {
        writer.raw("<d:response><d:href>")
        writer.raw(base)
        writer.raw(Href.encodedOctets(member.segment))
        writer.raw("</d:href><d:propstat><d:prop>")
        for piece in pieces {
            switch piece {
            case .same(let octets): writer.raw(octets)
            case .own(let value): value(member, calendar, &writer)
            case .data: data?(&writer)
            }
        }
        writer.raw("</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>")
        writer.raw(missing)
        writer.raw("</d:response>\n")
    }

    /// Writes the names of the properties of an object, without values.
    func writeNames(_ member: MemberRow, to writer: inout XMLWriter) {
        writer.response(collection.appending(member.segment).text) { writer in
            writer.propStat(.ok) { writer in
                for property in LiveProperty.all where property.belongs(to: .object) {
                    writer.empty(property.name)
                }
            }
        }
    }
}

extension PropertyRequest {
    /// Returns the names of the properties that are asked for, of a resource of this kind without kept ones.
    func names(of kind: Resource.Kind) -> [XMLName] {
        let all = LiveProperty.all.filter { $0.isInAll && $0.belongs(to: kind) }.map(\.name)
        return switch self {
        case .these(let names): names
        case .all(let more): all + more.filter { !all.contains($0) }
        case .names: LiveProperty.all.filter { $0.belongs(to: kind) }.map(\.name)
        }
    }
}
