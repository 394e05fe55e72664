import CivilTime
package import HTTP
import Planning
import Storage
import Web

/// The last position of the customer.
package enum PositionResource {
    /// `PUT /api/v1/position`, and `PATCH` as in Travlendar+.
    package static func set(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(visit.request)
        let latitude = fields.require("lat", "Degrees.", \.number)
        let longitude = fields.require("lng", "Degrees.", \.number)
        let accuracy = fields.read("accuracy_m", "Metres.", \.number)
        let at = fields.read("measured_at", "A moment as 2026-12-01T20:00:00+03:00.") { sent in
            sent.text.flatMap { Instant(rfc3339: $0) }
        }
        try fields.finish()
        let report = PositionReport(
            latitude: latitude ?? 0, longitude: longitude ?? 0, at: at, accuracyMetres: accuracy)
        do {
            return try .json(["result": visit.planning.setPosition(report).rawValue])
        } catch let refusal as PositionRefusal {
            throw refusal.problem
        }
    }

    /// `GET /api/v1/position`.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        guard let position = try visit.planning.position().position else { throw Problem.notFound }
        return try visit.answer(
            Body(
                lat: position.latitude, lng: position.longitude, accuracy: position.accuracyMetres,
                measuredAt: visit.zone.rfc3339(position.measuredAt)))
    }

    /// `DELETE /api/v1/position`: deletes it at once. The consent stays.
    package static func forget(_ visit: ProgramVisit) throws -> Response {
        try visit.planning.forgetPosition()
        return Response(status: .noContent)
    }

    private struct Body: Encodable {
        let lat: Double, lng: Double
        let accuracy: Int?
        let measuredAt: String

        enum CodingKeys: String, CodingKey {
            case lat, lng, accuracy = "accuracy_m", measuredAt = "measured_at"
        }
    }
}
