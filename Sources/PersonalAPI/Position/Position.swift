// The doors through which phones send where they are. Each reads the documented shape of a program, calls one verb
// (`PlanningHome.setPosition`), and answers as that program expects.
//
// - Position.swift: the plain door, for shortcuts of iOS and for everything that can POST.
// - OwnTracks.swift, Overland.swift and OsmAnd.swift: the doors of those programs. The last one is also the door of
//   Traccar Client.
// - SentValues.swift: numbers and times as programs write them.
//
// Programs that keep what was not taken send it again and again. So they hear that a position was taken even if a rule
// refuses it, since the same one would never be stored; the log says why. No log has a position.

import Accounts
package import HTTP
import Logging
import Planning
import Runtime
import Storage
import Web

/// The plain door, and the steps that all doors share.
package enum PositionDoor {
    /// The most bytes of a body with one position.
    package static let bodyLimit = 8 << 10

    /// `POST /position`: a position as a form or as JSON, with `lat` and `lon`, and if known `accuracy` in metres and
    /// `timestamp`.
    ///
    /// 200 names the outcome. 422 names the rule that refuses the position, and 400 the part that cannot be read.
    package static func set(_ visit: ProgramVisit) throws -> Response {
        guard let report = report(visit.request) else { return try unreadable() }
        do {
            let outcome = try visit.planning.setPosition(report)
            return try .json(["result": outcome.rawValue])
        } catch let refusal as PositionRefusal {
            return try refusal.problem.response()
        }
    }

    /// Reads a form or JSON; nil if it has no position, or a value that cannot be read.
    private static func report(_ request: Request) -> PositionReport? {
        if let sent = try? JSON.value(SentPosition.self, from: String(decoding: request.body, as: UTF8.self)) {
            return sent.report
        }
        return PositionReport(request.form)
    }

    static func unreadable() throws -> Response {
        let detail = "There is no position in this request. Send “lat” and “lon” in degrees."
        return try Problem(.badRequest, code: "unreadable", detail).response()
    }
}

/// A position as JSON, with the usual names.
private struct SentPosition: Decodable {
    let lat: SentNumber?, latitude: SentNumber?
    let lon: SentNumber?, lng: SentNumber?, longitude: SentNumber?
    let accuracy: SentNumber?, acc: SentNumber?
    let timestamp: SentTime?

    var report: PositionReport? {
        guard let latitude = lat ?? latitude, let longitude = lon ?? lng ?? longitude else { return nil }
        return PositionReport(
            latitude: latitude.value, longitude: longitude.value, at: timestamp?.moment,
            accuracyMetres: (accuracy ?? acc)?.value)
    }
}

extension PositionReport {
    /// Reads the fields of a form or an address; nil if it has no position, or a value that cannot be read.
    init?(_ fields: Form) {
        func number(_ names: String...) -> (isRight: Bool, value: Double?) {
            guard let text = names.lazy.compactMap({ fields.first($0) }).first(where: { !$0.isEmpty }) else {
                return (true, nil)
            }
            let value = SentNumber(text)?.value
            return (value != nil, value)
        }
        let latitude = number("lat", "latitude"), longitude = number("lon", "lng", "longitude")
        let accuracy = number("accuracy", "acc"), time = fields["timestamp"]
        guard let latitude = latitude.value, let longitude = longitude.value, accuracy.isRight else { return nil }
        let at = time.isEmpty ? nil : SentTime(time)
        guard time.isEmpty || at != nil else { return nil }
        self.init(latitude: latitude, longitude: longitude, at: at?.moment, accuracyMetres: accuracy.value)
    }
}

extension ProgramVisit {
    var planning: PlanningHome { app.planning(of: signedIn.customer) }

    /// Stores the newest of the positions of a program that repeats what is not taken.
    ///
    /// - Returns: the response of switched-off positions; nil if the program may forget what it sent.
    func take(_ reports: [PositionReport]) throws -> Response? {
        guard !reports.isEmpty else { return nil }
        do {
            _ = try planning.setPosition(newestOf: reports)
            return nil
        } catch let refusal as PositionRefusal {
            if refusal == .off { return try refusal.problem.response() }
            app.log.info("position refused", metadata: [
                "request": "\(request.id)", "customer_id": "\(signedIn.customer.id)",
                "reason": "\(refusal.rawValue)",
            ])
            return nil
        }
    }
}

extension PositionRefusal {
    /// The problem for a program that is answered with it.
    var problem: Problem {
        let detail = switch self {
        case .off: "Positions are switched off in the settings of Jadwal."
        case .range: "There is no such point. Latitudes are from −90 to 90, longitudes from −180 to 180."
        case .swapped: "Latitude and longitude seem to be exchanged."
        case .zero: "0, 0 lies in the sea. Phones send it when they don’t know where they are."
        case .future: "The time is more than two minutes ahead."
        case .old: "The position is older than a day."
        case .inaccurate: "The position is known by more than two kilometres only."
        }
        return Problem(self == .off ? .forbidden : .unprocessableContent, code: rawValue, detail)
    }
}
