import Accounts
import Calendars
import DAV
import HTTP
import Runtime
import Storage
import Text
import XML

extension CalendarServer {
    /// Answers with the objects at many addresses (RFC 4791 §7.9). An address without an object gets its own 404.
    static func multiget(_ multiget: CalendarMultiget, _ visit: DeviceVisit, _ app: App) throws -> Response {
        let scope: String?
        switch visit.address {
        case .home: scope = nil
        case .calendar(let segment): scope = segment
        case .object(let place): scope = place.calendar
        default: throw notOffered
        }
        guard multiget.hrefs.count <= mostHrefs else {
            throw DAVError(.numberOfMatchesWithinLimits, "a multiget has at most \(mostHrefs) addresses")
        }
        let calendars = try scope.map { [$0] } ?? visit.segments(app)
        let wanted = Wanted(multiget.hrefs, in: calendars, visit)
        if let scope, wanted.names.isEmpty, try visit.reader(app, scope).calendar() == nil { throw Refusal.notFound }
        var writer = XMLWriter.dav(reserving: 1_024 + 1_200 * wanted.count), budget = RequestBudget()
        try writer.document("d:multistatus") { writer throws in
            for (segment, names) in wanted.names {
                try write(names, of: segment, multiget, visit, app, &budget, to: &writer)
            }
            for href in wanted.unknown { writer.response(href, .notFound) }
        }
        return try .multiStatus(writer, visit.preferences)
    }

    /// More than the largest calendar needs; an answer is made in memory.
    private static let mostHrefs = 20_000

    private static func write(
        _ names: [String], of segment: String, _ multiget: CalendarMultiget, _ visit: DeviceVisit,
        _ app: App, _ budget: inout RequestBudget, to writer: inout XMLWriter
    ) throws {
        let calendars = visit.calendars(app)
        let collection = Href.home(calendars.customer.id).appending(segment, isCollection: true)
        let found = try visit.reader(app, segment).objects(names)
        if found == nil, visit.address != .home { throw Refusal.notFound }
        if let found {
            let members = MemberWriter(
                multiget.properties, PropertyWriter(calendars), found.calendar, at: collection, visit.preferences)
            var data = multiget.data.map { ObjectData($0, in: found.calendar, calendars, budget) }
            defer { budget = data?.budget ?? budget }
            for object in found.objects where !writer.isFull {
                members.write(object.member, to: &writer) { writer in
                    data?.write(object.octets, nil, to: &writer)
                }
            }
        }
        let objects = found?.objects ?? []
        guard objects.count < names.count else { return }
        let given = Set(objects.map { ExactText($0.member.segment) })
        for name in names where !given.contains(ExactText(name)) {
            writer.response(collection.appending(name).text, .notFound)
        }
    }
}

/// The addresses of a multiget, each once, by calendar.
private struct Wanted {
    /// The names of objects, by the calendar.
    private(set) var names: [(calendar: String, names: [String])] = []
    /// Addresses outside, and texts that are no addresses, as they were written.
    private(set) var unknown: [String] = []
    private var seen: [Set<ExactText>] = []

    var count: Int { names.reduce(0) { $0 + $1.names.count } }

    /// - Parameter calendars: those that the request is about, by the last parts of their addresses.
    init(_ hrefs: [String], in calendars: [String], _ visit: DeviceVisit) {
        let home = Array(Href.home(visit.signedIn.customer.id).text.utf8)
        for text in hrefs {
            guard let place = Self.plainPlace(text, in: home) ?? Self.place(text, visit),
                  calendars.contains(where: { $0.utf8.elementsEqual(place.calendar.utf8) })
            else {
                unknown.append(text)
                continue
            }
            let index = names.firstIndex { $0.calendar.utf8.elementsEqual(place.calendar.utf8) } ?? names.endIndex
            if index == names.endIndex {
                names.append((place.calendar, []))
                seen.append([])
            }
            if seen[index].insert(ExactText(place.segment)).inserted { names[index].names.append(place.segment) }
        }
    }

    /// Reads an address as Jadwal writes it, if nothing in it is encoded: the usual one, and there may be thousands.
    private static func plainPlace(_ text: String, in home: [UInt8]) -> ObjectPlace? {
        text.utf8.withContiguousStorageIfAvailable { octets -> ObjectPlace? in
            guard octets.starts(with: home) else { return nil }
            var slash: Int?
            for (index, octet) in octets.enumerated().dropFirst(home.count) {
                switch octet {
                case UInt8(ascii: "/") where slash == nil: slash = index
                case ...0x20, UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "/"): return nil
                default: break
                }
            }
            guard let slash, slash > home.count else { return nil }
            let name = String(decoding: octets[(slash + 1)...], as: UTF8.self)
            guard !["", ".", ".."].contains(name) else { return nil }
            return ObjectPlace(String(decoding: octets[home.count..<slash], as: UTF8.self), name)
        } ?? nil
    }

    private static func place(_ text: String, _ visit: DeviceVisit) -> ObjectPlace? {
        guard let href = try? ClientHref(text).href, case .object(let place) = Address(href, visit.signedIn)
        else { return nil }
        return place
    }
}
