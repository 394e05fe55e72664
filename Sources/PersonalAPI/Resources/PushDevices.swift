import Accounts
package import HTTP
import Notifications
import Runtime
import Storage
import Templates
import Web

/// The phones that take notices.
package enum PushDevices {
    /// `GET /api/v1/push-devices`.
    package static func list(_ visit: ProgramVisit) throws -> Response {
        try visit.answer(List(devices: visit.notices.devices().map(Body.init)))
    }

    /// `POST /api/v1/push-devices`: registers a phone by its token of Apple. The same token again is the same phone.
    /// Notices say what is stored, so the token of the program must be one that may read.
    package static func add(_ visit: ProgramVisit) throws -> Response {
        guard visit.signedIn.scopes.contains(.read) else {
            throw Problem(.forbidden, code: "scope", "This token can’t do that.")
        }
        var fields = try SentFields(visit.request)
        let token = fields.require("token", "16 to 200 hexadecimal digits.") { sent in
            sent.text.flatMap { NoticeHome.isAppleToken($0) ? $0 : nil }
        }
        let label = fields.text("label", 1...60) ?? "API"
        try fields.finish()
        let id = try visit.notices.register(
            appleToken: token ?? "", label: label, language: visit.customer.spokenLanguage.tag)
        guard let id else {
            throw Problem(.conflict, code: "full", "There are too many devices. Remove one in the settings first.")
        }
        var response = try Response.json(Body(id: id.description, label: label), status: .created)
        response.headers["Location"] = "/api/v1/push-devices/\(id)"
        return response
    }

    /// `DELETE /api/v1/push-devices/{device}`.
    package static func remove(_ visit: ProgramVisit) throws -> Response {
        guard let number = Int64(visit.request.parameter("device")),
            try visit.notices.deleteDevice(NotificationDeviceID(number)) != nil
        else { throw Problem.notFound }
        return Response(status: .noContent)
    }

    private struct List: Encodable {
        let devices: [Body]
    }

    private struct Body: Encodable {
        let id: String, label: String

        init(id: String, label: String) {
            self.id = id
            self.label = label
        }

        init(_ row: NotificationDeviceRow) { self.init(id: row.id.description, label: row.label) }
    }
}

extension ProgramVisit {
    fileprivate var notices: NoticeHome { app.notices(of: customer) }
}
