import CivilTime
import Notifications
import Runtime
import Storage
import SwiftProtobuf
package import Wire

/// `jadwal.v1.NotificationsService`: notices, devices and choices.
package enum NotificationMethods {
    package static func list(
        _ input: Jadwal_V1_ListNotificationsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListNotificationsResponse {
        guard input.pageSize <= 100 else { throw CallError.wrong("page_size") }
        let before = try input.beforeID.isEmpty ? nil : notice(input.beforeID, "before_id")
        let limit = input.pageSize == 0 ? 50 : Int(input.pageSize)
        let notices = try call.app.notices(of: call.customer).list(before: before, limit: limit)
        let words = try NoticeWords(call.customer, call.call.language, call.app)
        return .with { answer in
            answer.notifications = notices.map { notice in
                let text = words.text(notice)
                return .with {
                    ($0.id, $0.kind) = (notice.id.description, notice.kind.rawValue)
                    ($0.title, $0.body, $0.path) = (text.title, text.body, notice.row.path)
                    ($0.at, $0.isRead) = (notice.row.dueAt.timestamp, notice.isRead)
                }
            }
        }
    }

    package static func markRead(
        _ input: Jadwal_V1_MarkReadRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_MarkReadResponse {
        let home = call.app.notices(of: call.customer)
        if input.id.isEmpty {
            try home.readAll()
        } else {
            guard try home.open(notice(input.id, "id")) != nil else { throw CallError(.notFound, "api.not-found") }
        }
        return Jadwal_V1_MarkReadResponse()
    }

    package static func listDevices(
        _ input: Jadwal_V1_ListDevicesRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListDevicesResponse {
        let devices = try call.app.notices(of: call.customer).devices()
        return .with {
            $0.devices = devices.map { device in
                .with {
                    ($0.id, $0.label) = (device.id.description, device.label)
                    ($0.isPhone, $0.registeredAt) = (device.kind == .apns, device.registeredAt.timestamp)
                }
            }
        }
    }

    package static func removeDevice(
        _ input: Jadwal_V1_RemoveDeviceRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_RemoveDeviceResponse {
        guard let number = Int64(input.id) else { throw CallError.wrong("id") }
        _ = try call.app.notices(of: call.customer).deleteDevice(NotificationDeviceID(number))
        return Jadwal_V1_RemoveDeviceResponse()
    }

    package static func getPreferences(
        _ input: Jadwal_V1_GetPreferencesRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_GetPreferencesResponse {
        let choices = try call.app.notices(of: call.customer).choices()
        return .with { $0.preferences = Jadwal_V1_Preferences(choices) }
    }

    package static func setPreferences(
        _ input: Jadwal_V1_SetPreferencesRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_SetPreferencesResponse {
        let home = call.app.notices(of: call.customer)
        var choices = try home.choices()
        choices.preferences.keepsPrayers = input.preferences.keepsPrayers
        choices.preferences.hidesContent = input.preferences.hidesContent
        for wanted in input.preferences.kinds {
            guard let kind = NoticeKind(rawValue: wanted.kind), NoticeKind.chosen.contains(kind)
            else { throw CallError.wrong("preferences.kinds") }
            choices[kind, .push] = wanted.push
            if !kind.hasOwnMail { choices[kind, .mail] = wanted.mail }
        }
        try home.replace(choices)
        return .with { $0.preferences = Jadwal_V1_Preferences(choices) }
    }

    private static func notice(_ text: String, _ field: String) throws -> NoticeID {
        guard let number = Int64(text) else { throw CallError.wrong(field) }
        return NoticeID(number)
    }
}

extension Jadwal_V1_Preferences {
    init(_ choices: NoticeChoices) {
        self.init()
        kinds = NoticeKind.chosen.map { kind in
            .with { ($0.kind, $0.push, $0.mail) = (kind.rawValue, choices[kind, .push], choices[kind, .mail]) }
        }
        keepsPrayers = choices.preferences.keepsPrayers
        hidesContent = choices.preferences.hidesContent
    }
}
