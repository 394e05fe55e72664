public import CivilTime
public import ICalendar

extension BusyTimes {
    /// Returns the answer of a free-busy-query: a VCALENDAR with one VFREEBUSY (RFC 4791 §7.10). Times that are not
    /// listed are free.
    ///
    /// - Parameters:
    ///   - productID: the program that writes it.
    ///   - uid: the UID, which RFC 5545 requires of a VFREEBUSY.
    ///   - stamp: the time of writing.
    public func answer(productID: String, uid: String, stamp: Instant) -> [UInt8] {
        var busy = component(stamp: stamp)
        busy.properties.insert(Property("UID", text: uid), at: 0)
        var calendar = VCalendar(productID: productID).component
        calendar.components.append(busy)
        return CalendarStream([calendar]).octets
    }
}
