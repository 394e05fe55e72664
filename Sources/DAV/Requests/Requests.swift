import HTTP
public import XML

// The bodies of requests, read from XML.
//
// - Requests.swift: from octets to the root element. PropertyRequest.swift: PROPFIND, and the properties of
//   reports. PropertyUpdate.swift: PROPPATCH. MakeCollection.swift: MKCOL and MKCALENDAR.
// - Report.swift: which report it is. CalendarQuery.swift, CalendarData.swift and FilterReader.swift: the
//   reports of CalDAV. SyncCollection.swift and PrincipalReports.swift: the others.
// - PropertyValues.swift: the values of properties that a client sets. CalendarColor.swift: one of them.
//
// Elements that no standard names are ignored (RFC 4918 §17), so that newer clients work.

extension XMLElement {
    /// Reads the body of a request.
    ///
    /// - Returns: nil if the body is empty.
    /// - Throws: 400 if it is not XML, and 403 with `no-external-entities` for a document type.
    public static func body(_ octets: [UInt8], limits: XMLLimits = XMLLimits()) throws(DAVError) -> XMLElement? {
        guard !octets.isEmpty else { return nil }
        do throws(XMLError) {
            return try XMLElement(reading: octets, limits: limits)
        } catch {
            switch error.reason {
            case .documentType: throw DAVError(.noExternalEntities, "\(error)")
            case .tooLong: throw DAVError(.payloadTooLarge, "\(error)")
            case .outOfMemory: throw DAVError(.serviceUnavailable, "\(error)")
            default: throw .badRequest("the body is not XML that can be read, \(error)")
            }
        }
    }

    /// Reads the body of a request whose root is known.
    static func body(_ octets: [UInt8], root name: XMLName) throws(DAVError) -> XMLElement? {
        guard let root = try body(octets) else { return nil }
        guard root.name == name else { throw .badRequest("the body is not a \(name.local) element") }
        return root
    }
}
