import Calendars
import Crypto
import DAV
import HTTP
import Runtime
import XML

extension CalendarServer {
    /// Answers with the times at which the events of a calendar make the customer busy (RFC 4791 §7.10).
    static func freeBusy(_ query: FreeBusyQuery, _ visit: DeviceVisit, _ app: App) throws -> Response {
        guard case .calendar(let segment) = visit.address else { throw notOffered }
        guard let busy = try visit.reader(app, segment).busyTimes(query.window)
        else { throw Refusal.notFound }
        let octets = busy.answer(productID: productID, uid: Random.uuidV4(), stamp: app.now())
        return Response(
            headers: ["Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache"],
            body: .bytes(octets))
    }

    private static let productID = "-//Jadwal//CalDAV//EN"
}
