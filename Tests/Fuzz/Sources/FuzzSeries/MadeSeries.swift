import CivilTime
import ICalendar

/// A valid calendar of one UID, made from any octets: everything that a series can have, in combinations that
/// no person writes.
struct MadeSeries {
    private(set) var calendar = Component("VCALENDAR")
    let start: DateOrTime
    private let kind: String

    init(_ octets: inout OctetSource) {
        let day = LocalDate(daysSince1970: octets.among(-4_000...40_000))
        let clock = LocalDateTime(date: day, hour: octets.below(24), minute: octets.below(4) * 15) ?? .midnight(day)
        start = switch octets.below(8) {
        case 0: .date(day)
        case 1: .floating(clock)
        case 2: .utc(TimeZoneRules.utc.instant(of: clock))
        default: .zoned(clock, tzid: octets.one(of: MadeZones.names))
        }
        kind = octets.rarely(12) ? "VTODO" : "VEVENT"
        calendar.properties = [Property("VERSION", value: "2.0"), Property("PRODID", value: "-//fuzz//")]
        if octets.rarely(4) { calendar.properties.append(Property("X-WR-TIMEZONE", value: octets.one(of: MadeZones.names))) }
        if case .zoned(_, MadeZones.own) = start { calendar.components.append(MadeZones.component(&octets)) }
        var master = component(at: start, &octets)
        for _ in 0..<octets.one(of: [1, 1, 1, 0, 2]) {
            master.properties.append(Property("RRULE", value: rule(&octets)))
        }
        if octets.rarely(10) { master.properties.append(Property("EXRULE", value: rule(&octets))) }
        for name in ["EXDATE", "RDATE"] {
            for _ in 0..<octets.one(of: [0, 0, 1, 2]) { master.properties.append(Property(name, near(&octets))) }
        }
        calendar.components.append(master)
        var days: Set<LocalDate> = []
        for _ in 0..<octets.one(of: [0, 0, 1, 2]) {
            let id = near(&octets)
            // A calendar object has one override for an occurrence (RFC 4791 §4.1).
            guard days.insert(id.local.date).inserted else { continue }
            var override = component(at: octets.rarely(2) ? near(&octets) : id, &octets)
            var name = Property("RECURRENCE-ID", id)
            if octets.rarely(6) { name.setParameter("RANGE", "THISANDFUTURE") }
            // With a lower SEQUENCE than the series', an override without its occurrence would be outdated.
            override.properties += [name, Property("SEQUENCE", value: "9")]
            calendar.components.append(override)
        }
    }

    private func component(at start: DateOrTime, _ octets: inout OctetSource) -> Component {
        var component = Component(kind, properties: [
            Property("UID", value: "fuzz"), Property("DTSTAMP", value: "20260101T000000Z"), Property("DTSTART", start),
        ])
        let length = octets.one(of: [0, 900, 3_600, 86_400, 90_000, 604_800])
        switch octets.below(4) {
        case 0: break
        case 1: component.properties.append(Property("DURATION", value: octets.one(of: ["PT0S", "PT1H", "P1D", "P1W", "P1DT12H"])))
        default:
            let end = start.at(LocalDateTime(date: start.local.date, hour: start.local.hour, minute: start.local.minute).map {
                zone.local(zone.instant(of: $0) + .seconds(length))
            } ?? start.local)
            component.properties.append(Property(kind == "VTODO" ? "DUE" : "DTEND", end))
        }
        if octets.rarely(3) {
            component.components.append(Component("VALARM", properties: [
                Property("ACTION", value: "DISPLAY"),
                Property("TRIGGER", parameters: octets.rarely(2) ? [Parameter("RELATED", "END")] : [],
                         value: octets.one(of: ["-PT15M", "P1D", "-P1W", "PT0S"])),
                Property("REPEAT", value: String(octets.below(5))), Property("DURATION", value: "PT5M"),
            ]))
        }
        return component
    }

    /// Clocks that never change, for arithmetic on a wall clock.
    private var zone: TimeZoneRules { .utc }

    /// Returns a time that is often one of the series: days or weeks after its start.
    private func near(_ octets: inout OctetSource) -> DateOrTime {
        let moment = zone.instant(of: start.local) + .seconds(octets.one(of: [1, 7, 30, 365]) * octets.below(40) * 86_400)
        return start.at(zone.local(moment + .seconds(octets.one(of: [0, 0, 0, 3_600]))))
    }

    private func rule(_ octets: inout OctetSource) -> String {
        var parts = ["FREQ=" + octets.one(of: ["WEEKLY", "MONTHLY", "YEARLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"])]
        if octets.rarely(3) { parts.append("INTERVAL=\(octets.among(1...40))") }
        switch octets.below(3) {
        case 0: parts.append("COUNT=\(octets.among(1...60))")
        case 1:
            let day = LocalDate(daysSince1970: start.local.date.daysSince1970 + octets.below(2_000))
            let end = LocalDateTime(date: day, hour: octets.below(24), minute: 0) ?? .midnight(day)
            parts.append("UNTIL=" + (start.isDate ? DateOrTime.date(day) : start == .floating(start.local) ? .floating(end)
                : .utc(TimeZoneRules.utc.instant(of: end))).text)
        default: break
        }
        func list(_ name: String, _ times: Int, _ value: (inout OctetSource) -> String) {
            guard octets.rarely(times) else { return }
            parts.append("\(name)=" + (0...octets.below(3)).map { _ in value(&octets) }.joined(separator: ","))
        }
        let isLong = parts[0] == "FREQ=MONTHLY" || parts[0] == "FREQ=YEARLY"
        list("BYDAY", 3) { ($0.rarely(2) && isLong ? $0.one(of: ["1", "-1", "2", "5"]) : "") + $0.one(of: ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]) }
        list("BYMONTH", 5) { String($0.among(1...12)) }
        if parts[0] != "FREQ=WEEKLY" { list("BYMONTHDAY", 4) { String($0.one(of: [1, 13, 28, 29, 30, 31, -1, -30])) } }
        if parts[0] == "FREQ=YEARLY" {
            list("BYYEARDAY", 5) { String($0.one(of: [1, 60, 100, 366, -1, -366])) }
            list("BYWEEKNO", 5) { String($0.one(of: [1, 20, 52, 53, -1])) }
        }
        if !start.isDate {
            list("BYHOUR", 6) { String($0.below(24)) }
            list("BYMINUTE", 8) { String($0.below(60)) }
        }
        if parts.contains(where: { $0.hasPrefix("BY") }) { list("BYSETPOS", 6) { String($0.one(of: [1, 2, -1, -2])) } }
        if octets.rarely(6) { parts.append("WKST=" + octets.one(of: ["SU", "WE"])) }
        return parts.joined(separator: ";")
    }
}
