package import HTTP
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
package import Web

/// The button of Today that sends the browser's position, and what is known of it: `templates/programs/here.mustache`.
struct HereButton: Encodable {
    /// The age of the position in words; nil if none is kept.
    var age: String?
    /// The sentence that says why the last position was not taken; nil if it was.
    var problem: String?
}

extension HereButton {
    /// Makes the button; nil without consent.
    init?(_ visit: CustomerVisit) throws {
        let shown = try visit.planning.position()
        guard shown.agreedAt != nil else { return nil }
        let code = visit.request.query["position"]
        self.init(
            age: shown.ageSeconds.map(visit.format.ago),
            problem: PositionRefusal(rawValue: code).map { visit.text("position.problem.\($0.rawValue)") })
    }
}

extension PositionPages {
    /// `POST /today/position`: stores the position of the browser. The answer is the page of today.
    package static func setHere(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let latitude = Double(form["latitude"]), let longitude = Double(form["longitude"]) else {
            throw Refusal.badRequest
        }
        let report = PositionReport(
            latitude: latitude, longitude: longitude, accuracyMetres: Double(form["accuracy"]))
        do {
            _ = try visit.planning.setPosition(report)
            return visit.redirect("/today")
        } catch let refusal as PositionRefusal {
            return visit.redirect("/today?position=\(refusal.rawValue)")
        }
    }
}
