public import CivilTime

/// A period in which a person is not free (RFC 5545 §3.8.2.6).
public struct BusyPeriod: Hashable, Sendable {
    public let start: Instant, end: Instant
    public let kind: Kind

    public init(start: Instant, end: Instant, kind: Kind) {
        self.start = start
        self.end = end
        self.kind = kind
    }

    /// The kind, from FBTYPE (RFC 5545 §3.2.9), the strongest first.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case busy = "BUSY", unavailable = "BUSY-UNAVAILABLE", tentative = "BUSY-TENTATIVE"
    }
}

extension Component {
    /// Returns the periods of a VFREEBUSY that are not free; periods that cannot be read are left out.
    func busyPeriods(_ zones: ZoneResolver, _ floating: any ZoneRules) -> [BusyPeriod] {
        freeBusyPeriods(zones, floating).filter { $0.type != "FREE" }.map { type, span in
            // An unknown type means busy (§3.2.9).
            BusyPeriod(start: span.lowerBound, end: span.upperBound, kind: BusyPeriod.Kind(rawValue: type) ?? .busy)
        }
    }

    /// Returns every period of a VFREEBUSY with its FBTYPE; periods that cannot be read are left out.
    func freeBusyPeriods(
        _ zones: ZoneResolver, _ floating: any ZoneRules
    ) -> [(type: String, span: Range<Instant>)] {
        var isKnown: [String: Bool] = [:]
        return properties.filter { $0.name == "FREEBUSY" }.flatMap { property -> [(type: String, span: Range<Instant>)] in
            let type = property.keyword("FBTYPE") ?? "BUSY"
            let tzid = property.parameter("TZID")
            if let tzid {
                // A hostile TZID is looked up once.
                let known = isKnown[tzid] ?? zones.knows(tzid)
                isKnown[tzid] = known
                guard known else { return [] }
            }
            return property.value.split(separator: ",").compactMap { item in
                Period.moments(item, tzid: tzid, zones, floating).map { (type, $0) }
            }
        }
    }
}

extension Period {
    /// Returns the moments of a FREEBUSY period; nil if it has no length or cannot be read.
    static func moments(
        _ text: Substring, tzid: String?, _ zones: ZoneResolver, _ floating: any ZoneRules
    ) -> Range<Instant>? {
        do throws(Irregularity) {
            let period = try Period(text, tzid: tzid)
            let start = zones.instant(of: period.start, floating: floating)
            let end = switch period.end {
            case .time(let time): zones.instant(of: time, floating: floating)
            case .duration(let duration): start + .seconds(duration.days * secondsPerDay + duration.seconds)
            }
            return start < end ? start..<end : nil
        } catch {
            return nil
        }
    }
}
