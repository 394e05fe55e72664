import Accounts
import Calendars
import Crypto
import DAV
import HTTP
import ICalendar
import Planning
import Runtime
import XML

extension CalendarServer {
    /// Answers with the times at which the events of a calendar, or of all calendars of the home, make the customer
    /// busy (RFC 4791 §7.10). Those of the home have the customer's prayers, too, if the customer wants so. They look
    /// as any other busy time.
    ///
    /// - Throws: `number-of-matches-within-limits` if the answer would have more than 16 MB.
    static func freeBusy(_ query: FreeBusyQuery, _ visit: DeviceVisit, _ app: App) throws -> Response {
        let segments: [String]
        switch visit.address {
        case .home: segments = try visit.segments(app)
        case .calendar(let segment): segments = [segment]
        default: throw notOffered
        }
        var busy = BusyTimes(query.window), budget = RequestBudget()
        for segment in segments {
            if let own = try visit.reader(app, segment).busyTimes(query.window, budget: &budget) {
                busy.add(own)
                guard busy.periodCount < CalendarHome.mostBusyPeriods else { throw CalendarHome.answerTooLarge }
            } else if visit.address != .home {
                throw Refusal.notFound
            }
        }
        if visit.address == .home {
            for time in try app.planning(of: visit.signedIn.customer).prayersBusyForOthers(query.window) {
                busy.add(BusyPeriod(start: time.lowerBound, end: time.upperBound, kind: .busy))
            }
        }
        let octets = busy.answer(productID: productID, uid: Random.uuidV4(), stamp: app.now())
        return Response(
            headers: ["Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache"],
            body: .bytes(octets))
    }

    private static let productID = "-//Jadwal//CalDAV//EN"
}
