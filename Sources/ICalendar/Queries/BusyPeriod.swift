public import CivilTime

/// A time at which somebody is not free (RFC 5545 §3.8.2.6).
public struct BusyPeriod: Hashable, Sendable {
    public let start: Instant, end: Instant
    public let kind: Kind

    public init(start: Instant, end: Instant, kind: Kind) {
        self.start = start
        self.end = end
        self.kind = kind
    }

    /// FBTYPE (RFC 5545 §3.2.9), the strongest first.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case busy = "BUSY", unavailable = "BUSY-UNAVAILABLE", tentative = "BUSY-TENTATIVE"
    }
}

extension Component {
    /// The periods of a VFREEBUSY's FREEBUSY properties that are not free; what cannot be read is left out.
    var busyPeriods: [BusyPeriod] {
        freeBusyPeriods.filter { $0.type != "FREE" }.map { type, span in
            // A type that nobody knows is busy (§3.2.9).
            BusyPeriod(start: span.lowerBound, end: span.upperBound, kind: BusyPeriod.Kind(rawValue: type) ?? .busy)
        }
    }

    /// Every period of a VFREEBUSY with its FBTYPE; what cannot be read is left out.
    var freeBusyPeriods: [(type: String, span: Range<Instant>)] {
        properties.filter { $0.name == "FREEBUSY" }.flatMap { property in
            let type = property.keyword("FBTYPE") ?? "BUSY"
            return property.value.split(separator: ",").compactMap { Period.moments($0) }.map { (type, $0) }
        }
    }
}

extension Period {
    /// The moments of a FREEBUSY's period; nil for one that is not in UTC, takes no time, or cannot be read.
    static func moments(_ text: Substring) -> Range<Instant>? {
        do throws(Irregularity) {
            let period = try Period(text)
            guard case .utc(let start) = period.start else { return nil }
            switch period.end {
            case .time(.utc(let end)): return start < end ? start..<end : nil
            case .time: return nil
            case .duration(let duration):
                let end = start + .seconds(duration.days * secondsPerDay + duration.seconds)
                return start < end ? start..<end : nil
            }
        } catch {
            return nil
        }
    }
}
