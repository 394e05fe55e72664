package import HTTP
import Planning
import Runtime
import Web

/// The door of OsmAnd's online tracking, and of Traccar Client, which took over its protocol (traccar.org/osmand).
///
/// The position is in the address, or in a form; from version 9 of Traccar Client on it is JSON. OsmAnd can send no
/// header, so the token is the name of the device: `id` in an address or a form, `device_id` in JSON.
package enum OsmAnd {
    /// `GET` and `POST /position/osmand`: one position. OsmAnd writes milliseconds, others seconds.
    package static func set(_ visit: ProgramVisit) throws -> Response {
        let request = visit.request
        let report = message(request)?.report ?? PositionReport(request.query) ?? PositionReport(request.form)
        guard let report else { return try PositionDoor.unreadable() }
        return try visit.take([report]) ?? .json(["result": "ok"])
    }

    /// Returns the name of the device, which is the token; nil without one.
    static func deviceName(_ request: Request) -> String? {
        let names = [request.query.first("id"), request.query.first("deviceid"), request.form.first("id")]
        return names.compactMap(\.self).first ?? message(request)?.device
    }

    private static func message(_ request: Request) -> Message? {
        guard request.body.first == UInt8(ascii: "{") else { return nil }
        return try? JSON.value(Message.self, from: String(decoding: request.body, as: UTF8.self))
    }

    private struct Message: Decodable {
        let location: Location
        let device: String?

        enum CodingKeys: String, CodingKey {
            case location, device = "device_id"
        }

        struct Location: Decodable {
            let timestamp: SentTime?
            let coords: Point
        }

        struct Point: Decodable {
            let latitude: Double, longitude: Double
            let accuracy: Double?
        }

        var report: PositionReport {
            PositionReport(
                latitude: location.coords.latitude, longitude: location.coords.longitude,
                at: location.timestamp?.moment, accuracyMetres: location.coords.accuracy)
        }
    }
}
