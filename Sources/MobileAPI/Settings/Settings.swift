import Accounts
import Places
import Runtime
import Storage
import SwiftProtobuf
import Templates
package import Wire

/// `jadwal.v1.SettingsService`: the choices of the account.
package enum SettingsMethods {
    package static func get(
        _ input: Jadwal_V1_GetSettingsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_GetSettingsResponse {
        try .with { $0.settings = try settings(call.customer, call) }
    }

    package static func update(
        _ input: Jadwal_V1_UpdateSettingsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_UpdateSettingsResponse {
        let fields = try WrittenFields(input.fields, of: ["name", "language", "time_zone", "first_day_of_week"])
        let wanted = input.settings
        var customer = call.customer
        if fields.contains("name") { customer.name = try name(wanted.name) }
        if fields.contains("language") {
            guard let language = Language(rawValue: wanted.language) else { throw CallError.wrong("settings.language") }
            customer.language = language.tag
        }
        if fields.contains("time_zone") {
            guard let zone = call.app.shared.timeZones.zone(named: wanted.timeZone)
            else { throw CallError.wrong("settings.time_zone") }
            customer.timeZone = zone
        }
        if fields.contains("first_day_of_week") {
            guard (1...7).contains(wanted.firstDayOfWeek) else { throw CallError.wrong("settings.first_day_of_week") }
            customer.firstDay = Int(wanted.firstDayOfWeek)
        }
        try call.app.change(customer)
        return try .with { $0.settings = try settings(customer, call) }
    }

    private static func name(_ typed: String) throws -> String {
        guard typed.unicodeScalars.count <= 100, !typed.unicodeScalars.contains(where: \.isUnfitForNames)
        else { throw CallError.wrong("settings.name") }
        return typed
    }

    private static func settings(_ customer: Customer, _ call: CustomerCall) throws -> Jadwal_V1_Settings {
        let feed = try call.store.prayerFeed(of: customer.id)
        let city = try feed?.cityID.flatMap { try call.store.city($0) }
        let place = city?.name(arabic: call.call.language == .arabic) ?? feed?.placeName ?? ""
        return .with {
            ($0.name, $0.email, $0.language) = (customer.name, customer.email, customer.language)
            ($0.timeZone, $0.firstDayOfWeek) = (customer.timeZone, UInt32(customer.firstDay))
            $0.prayerPlace = place
        }
    }
}
