import Calendars
import DAV
import Mail
import Postgres
import Runtime
import Storage
import Synchronization
import TestSupport
import Testing

/// Responders beside each other, each with its own connection.
@Suite("Many devices on one calendar")
struct ConcurrencyTests {
    let test: TestApp
    let customer: Customer
    private let responders: Responders

    init() throws {
        test = try TestApp.patient()
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        _ = try test.app.calendars(of: customer).list()
        responders = Responders(
            shared: try TestApp.shared([:], test.log), settings: test.database.settings, customer: customer)
    }

    @Test("no change is lost, none shares its number, and readers who follow the changes have the exact state")
    func sameCalendar() throws {
        let responders = responders, number = Mutex(0), writersLeft = Mutex(6)
        let outcomes = try inParallel(count: 9) { () throws -> Outcome in
            let mine = number.withLock { value in
                defer { value += 1 }
                return value
            }
            let calendars = try responders.connect()
            guard mine < 6 else { return .reader(try read(calendars) { writersLeft.withLock { $0 > 0 } }) }
            defer { writersLeft.withLock { $0 -= 1 } }
            return .writer(try write(calendars, number: mine))
        }
        let calendars = test.app.calendars(of: customer)
        let changes = outcomes.reduce(0) { $0 + $1.changes }
        let found = try #require(try calendars.members(of: "personal"))
        #expect(Int(found.calendar.counter) == changes, "each change has a number of its own")
        #expect(found.calendar.objectCount == found.members.count)
        #expect(found.calendar.octetCount == found.members.reduce(0) { $0 + $1.octetCount })

        let total = try #require(try calendars.object(at: ObjectPlace("personal", "count.ics")))
        #expect(
            String(decoding: total.octets, as: UTF8.self).contains("SEQUENCE:\(6 * increments)\r\n"),
            "no increment is lost")

        let state = Dictionary(uniqueKeysWithValues: found.members.map { ($0.segment, $0.tag) })
        for reader in outcomes.flatMap(\.readers) {
            var reader = reader
            try reader.follow(calendars)
            #expect(reader.objects == state)
        }
    }

    @Test("moves in opposite directions do not wait for each other for ever, and no object is lost or doubled")
    func moves() throws {
        let work = CalendarValues()
        try test.app.calendars(of: customer).make(work, at: "work")
        for name in ["a", "b", "c"] {
            _ = try test.app.calendars(of: customer).put(event(name, 0), at: ObjectPlace("personal", name))
        }
        let responders = responders, number = Mutex(0)
        let moved = try inParallel(count: 4) { () throws -> Int in
            let mine = number.withLock { value in
                defer { value += 1 }
                return value
            }
            let calendars = try responders.connect()
            var moved = 0
            for round in 0..<60 {
                let name = ["a", "b", "c"][(round + mine) % 3]
                let there = mine % 2 == 0
                do {
                    _ = try calendars.move(
                        from: ObjectPlace(there ? "personal" : "work", name),
                        to: ObjectPlace(there ? "work" : "personal", name), isMove: true)
                    moved += 1
                } catch CalendarRefusal.noObject {
                    continue  // another device was faster
                }
            }
            return moved
        }
        #expect(moved.reduce(0, +) > 0)
        let calendars = test.app.calendars(of: customer)
        let here = try #require(try calendars.members(of: "personal")),
            there = try #require(try calendars.members(of: "work"))
        #expect((here.members + there.members).map(\.segment).sorted() == ["a", "b", "c"])
        #expect(here.calendar.objectCount == here.members.count && there.calendar.objectCount == there.members.count)
        #expect(Int(here.calendar.counter + there.calendar.counter) == 3 + 2 * moved.reduce(0, +))
    }

    private enum Outcome: Sendable {
        case writer(Int), reader([Reader])

        var changes: Int { if case .writer(let changes) = self { changes } else { 0 } }
        var readers: [Reader] { if case .reader(let readers) = self { readers } else { [] } }
    }
}

private let increments = 25

/// Makes responders with connections of their own.
private struct Responders: Sendable {
    let shared: Shared
    let settings: DatabaseSettings
    let customer: Customer

    func connect() throws -> CalendarHome {
        App(shared, Database(Store(connection: try Connection(settings)), settings), mail: CapturedMail())
            .calendars(of: customer)
    }
}

/// A program that follows the changes of a calendar.
private struct Reader: Sendable {
    private(set) var objects: [String: [UInt8]] = [:]
    private var token: String?
    private var counter: Int64 = 0

    /// - Parameter lists: true to begin with a list of the objects, false with a first synchronization.
    init(_ calendars: CalendarHome, lists: Bool) throws {
        guard lists else {
            try follow(calendars)
            return
        }
        let found = try #require(try calendars.members(of: "personal"))
        objects = Dictionary(uniqueKeysWithValues: found.members.map { ($0.segment, $0.tag) })
        token = found.calendar.syncToken.text
    }

    mutating func follow(_ calendars: CalendarHome) throws {
        let found = try #require(try calendars.changes(of: "personal", since: token, limit: nil, withOctets: false))
        for change in found.changes { objects[change.segment] = change.member?.tag }
        #expect(found.token.counter >= counter, "tokens do not go back")
        counter = found.token.counter
        token = found.token.text
    }
}

/// Begins as many readers as it can while others write, and follows each of them a little.
private func read(_ calendars: CalendarHome, while isGoingOn: () -> Bool) throws -> [Reader] {
    var readers: [Reader] = []
    while isGoingOn() {
        var reader = try Reader(calendars, lists: readers.count % 2 == 0)
        if readers.count % 3 == 0 { try reader.follow(calendars) }
        if readers.count < 500 { readers.append(reader) }
    }
    return readers
}

/// Counts up in one object, and makes and removes others.
///
/// - Returns: the number of changes that were made.
private func write(_ calendars: CalendarHome, number: Int) throws -> Int {
    struct Changed: Error {}
    var changes = 0, counted = 0
    let shared = ObjectPlace("personal", "count.ics")
    while counted < increments {
        let before = try calendars.object(at: shared)
        let value = before.flatMap { sequence($0.octets) } ?? 0
        do {
            _ = try calendars.put(event("count", value + 1), at: shared) { now in
                guard now.object?.entityTag == before?.member.entityTag else { throw Changed() }
            }
            counted += 1
            changes += 1
        } catch is Changed {
            // Another device was faster: this one reads again.
        }
        // Objects that come and go, also under names that others use.
        let place = ObjectPlace("personal", "\(changes % 3).ics")
        do {
            let stored = try calendars.put(event("\(changes % 3)", 10_000 * number + changes), at: place)
            #expect(stored.isAsSent)
            changes += 1
            try calendars.deleteObject(at: place)
            changes += 1
        } catch CalendarRefusal.noObject {
            // Another device removed it.
        }
    }
    return changes
}

private func event(_ uid: String, _ sequence: Int) -> [UInt8] {
    Array(
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Client//EN\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\n\
        DTSTAMP:20260101T000000Z\r\nDTSTART:20260105T100000Z\r\nSEQUENCE:\(sequence)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """.utf8)
}

private func sequence(_ octets: [UInt8]) -> Int? {
    String(decoding: octets, as: UTF8.self).split(separator: "\r\n").first { $0.hasPrefix("SEQUENCE:") }
        .flatMap { Int($0.dropFirst("SEQUENCE:".count)) }
}
