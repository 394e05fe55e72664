package import HTTP
import Planning
import Runtime
import Web

/// The door of Overland (github.com/aaronpk/Overland-iOS), which sends batches of GeoJSON with a bearer token.
///
/// It keeps a batch until the answer says `ok`, and then sends the next one.
package enum Overland {
    /// The most bytes of a batch of a thousand points.
    package static let bodyLimit = 768 << 10

    /// `POST /position/overland`: a batch. The newest point that follows the rules is stored.
    package static func set(_ visit: ProgramVisit) throws -> Response {
        let body = String(decoding: visit.request.body, as: UTF8.self)
        guard let batch = try? JSON.value(Batch.self, from: body) else { return try PositionDoor.unreadable() }
        return try visit.take(batch.locations.compactMap(\.report)) ?? .json(["result": "ok"])
    }

    private struct Batch: Decodable {
        let locations: [Feature]
    }

    /// A point. A part of a batch that is something else, as the summary of a trip, has no report.
    private struct Feature: Decodable {
        let report: PositionReport?

        private struct Geometry: Decodable {
            let type: String
            /// Longitude first (RFC 7946 §3.1.1).
            let coordinates: [Double]
        }

        private struct Properties: Decodable {
            let timestamp: SentTime
            /// Metres; negative if the phone does not know it.
            let accuracy: Double?

            enum CodingKeys: String, CodingKey {
                case timestamp, accuracy = "horizontal_accuracy"
            }
        }

        private enum CodingKeys: String, CodingKey {
            case geometry, properties
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            guard let point = try? values.decode(Geometry.self, forKey: .geometry), point.type == "Point",
                point.coordinates.count >= 2,
                let facts = try? values.decode(Properties.self, forKey: .properties)
            else {
                report = nil
                return
            }
            report = PositionReport(
                latitude: point.coordinates[1], longitude: point.coordinates[0], at: facts.timestamp.moment,
                accuracyMetres: facts.accuracy)
        }
    }
}
