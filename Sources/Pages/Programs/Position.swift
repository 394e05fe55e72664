import CivilTime
package import HTTP
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
package import Web

/// The pages of the last position: consent, the position itself, and its end.
package enum PositionPages {
    /// `GET /settings/position`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format, shown = try visit.planning.position()
        let known = shown.position.flatMap { position in
            Coordinates(latitude: position.latitude, longitude: position.longitude).map(format.point)
        }
        let done = visit.request.query["done"]
        let notices = ["on", "off", "forgotten"]
        return visit.page(
            PositionPage(
                done: notices.contains(done) ? format.text("position.done.\(done)") : nil,
                isOn: shown.agreedAt != nil, point: known, age: shown.ageSeconds.map(format.ago),
                programs: PositionProgram.allCases.map { one in
                    ProgramLink(name: one.rawValue, label: format.text("position.program.\(one.rawValue)"))
                }))
    }

    /// `POST /settings/position`: agrees that the last position is kept, or takes that back.
    package static func choose(_ visit: CustomerVisit) throws -> Response {
        switch visit.request.form["do"] {
        case "on":
            try visit.planning.agreeToPosition()
            return visit.redirect("/settings/position?done=on")
        case "off":
            try visit.planning.withdrawPositionConsent()
            return visit.redirect("/settings/position?done=off")
        default: throw Refusal.badRequest
        }
    }

    /// `POST /settings/position/forget`: deletes the position at once.
    package static func forget(_ visit: CustomerVisit) throws -> Response {
        try visit.planning.forgetPosition()
        return visit.redirect("/settings/position?done=forgotten")
    }
}

struct PositionPage: Page {
    static let template = "programs/position"
    static let hasForm = true
    /// The sentence that says what the last form did; nil without one.
    var done: String?
    /// True if the customer agreed.
    var isOn: Bool
    /// The point in words, and its age; nil if none is kept.
    var point: String?
    var age: String?
    var programs: [ProgramLink]
}

/// A program in the list of all programs.
struct ProgramLink: Encodable {
    var name: String, label: String
}
