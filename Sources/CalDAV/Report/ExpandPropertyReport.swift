import Calendars
import DAV
import HTTP
import Runtime
import Storage
import XML

extension CalendarServer {
    /// Answers with properties, and with properties of the resources that their hrefs name (RFC 3253 §3.8).
    static func expand(_ properties: [ExpandedProperty], _ visit: DeviceVisit, _ app: App) throws -> Response {
        let listing = try Listing(visit, app, isDeep: false)
        var writer = XMLWriter.dav(), left = mostExpanded
        try writer.document("d:multistatus") { writer throws in
            try write(properties, of: listing.resource, visit, app, &left, to: &writer)
        }
        return try .multiStatus(writer, visit.preferences)
    }

    /// The most resources that one report follows to; each is a question to the database.
    private static let mostExpanded = 200

    private static func write(
        _ properties: [ExpandedProperty], of resource: Resource, _ visit: DeviceVisit, _ app: App,
        _ left: inout Int, to writer: inout XMLWriter
    ) throws {
        let own = PropertyWriter(visit.calendars(app))
        var found = XMLWriter.dav(), missing: [XMLName] = []
        for property in properties {
            guard !found.isFull else { break }
            var value = XMLWriter.dav()
            guard own.write(property.name, of: resource, to: &value) else {
                missing.append(property.name)
                continue
            }
            guard !property.inner.isEmpty else {
                found.raw(value.bytes)
                continue
            }
            var inner = XMLWriter.dav()
            for href in try hrefs(value.bytes) where !inner.isFull {
                left -= 1
                guard left >= 0 else {
                    throw DAVError(.numberOfMatchesWithinLimits, "a report expands at most \(mostExpanded) resources")
                }
                let target = DeviceVisit(
                    request: visit.request, address: Address(href, visit.signedIn), signedIn: visit.signedIn)
                // The source of a subscribed calendar is on another server.
                guard target.address != .nothing else {
                    inner.response(href.text, .notFound)
                    continue
                }
                let listing = try Listing(target, app, isDeep: false)
                try write(property.inner, of: listing.resource, target, app, &left, to: &inner)
            }
            found.element(property.name, holding: inner)
        }
        writer.response(resource.href.text) { writer in
            writer.propStat(.ok) { $0.raw(found) }
            writer.propStat(.notFound) { writer in
                for name in missing { writer.empty(name) }
            }
        }
    }

    /// Returns the resources that the value of a property names, without addresses such as `mailto:`.
    static func hrefs(_ value: [UInt8]) throws -> [Href] {
        var document = XMLWriter.dav()
        document.document("d:prop") { $0.raw(value) }
        let property = try XMLElement.body(document.bytes)?.elements.first
        return property?.all(.dav("href")).compactMap { try? ClientHref($0.text).href } ?? []
    }
}

extension XMLWriter {
    /// Writes an element around markup that was written before.
    fileprivate mutating func element(_ name: XMLName, holding markup: XMLWriter) {
        var empty = XMLWriter.dav()
        empty.empty(name)
        // `<d:owner/>` becomes `<d:owner>…</d:owner>`.
        let tag = empty.bytes.dropFirst().dropLast(2)
        raw("<")
        raw(Array(tag))
        raw(">")
        raw(markup)
        raw("</")
        raw(Array(tag.prefix { $0 != UInt8(ascii: " ") }))
        raw(">")
    }
}
