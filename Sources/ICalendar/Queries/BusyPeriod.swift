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
        var periods: [BusyPeriod] = []
        for property in properties where property.name == "FREEBUSY" {
            let type = property.parameter("FBTYPE")?.uppercased() ?? "BUSY"
            // A type that nobody knows is busy (§3.2.9).
            guard type != "FREE" else { continue }
            for item in property.value.split(separator: ",") {
                guard let (start, end) = utcPeriod(item) else { continue }
                periods.append(BusyPeriod(start: start, end: end, kind: BusyPeriod.Kind(rawValue: type) ?? .busy))
            }
        }
        return periods
    }
}

/// `19970308T160000Z/PT3H` or with an end in UTC; nil for anything else, or what ends before it starts.
func utcPeriod(_ text: Substring) -> (start: Instant, end: Instant)? {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    do throws(Irregularity) {
        guard case .utc(let start) = try DateOrTime(parts[0]) else { return nil }
        let end: Instant
        if parts[1].utf8.first == UInt8(ascii: "P") {
            let duration = try NominalDuration(parts[1])
            end = start + .seconds(duration.days * secondsPerDay + duration.seconds)
        } else {
            guard case .utc(let moment) = try DateOrTime(parts[1]) else { return nil }
            end = moment
        }
        return start < end ? (start, end) : nil
    } catch {
        return nil
    }
}
