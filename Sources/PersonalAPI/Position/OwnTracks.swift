import CivilTime
package import HTTP
import Planning
import Runtime
import Web

/// The door of OwnTracks in its mode HTTP (owntracks.org/booklet/tech/http and /tech/json).
///
/// The app signs in by Basic, and waits for a good answer before it sends the next message. So what is no location is
/// taken and dropped, and an empty body, which the app sends when a friend is removed, too.
package enum OwnTracks {
    /// The most bytes of a message. A list of waypoints is longer than a location.
    package static let bodyLimit = 64 << 10

    /// `POST /position/owntracks`: a message, answered by a list of commands, which is empty.
    package static func set(_ visit: ProgramVisit) throws -> Response {
        let body = visit.request.body
        guard !body.isEmpty else { return try nothing() }
        guard let message = try? JSON.value(Message.self, from: String(decoding: body, as: UTF8.self)) else {
            return try PositionDoor.unreadable()
        }
        switch message.kind {
        case "location":
            guard let latitude = message.lat, let longitude = message.lon else {
                return try PositionDoor.unreadable()
            }
            let report = PositionReport(
                latitude: latitude, longitude: longitude, at: message.tst.flatMap { SentTime($0)?.moment },
                accuracyMetres: message.acc)
            return try visit.take([report]) ?? nothing()
        case "encrypted":
            let detail = "Jadwal can’t read encrypted messages. Empty the encryption key in OwnTracks."
            return try Problem(.unprocessableContent, code: "encrypted", detail).response()
        default:
            return try nothing()
        }
    }

    private static func nothing() throws -> Response { try .json([String]()) }

    private struct Message: Decodable {
        let kind: String
        let lat: Double?, lon: Double?
        /// Seconds since 1970, and metres.
        let tst: Double?, acc: Double?

        enum CodingKeys: String, CodingKey {
            case kind = "_type", lat, lon, tst, acc
        }
    }
}
