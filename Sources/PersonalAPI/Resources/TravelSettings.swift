package import HTTP
import Planning
import Storage
import Web

/// The customer's choices about travel.
package enum TravelSettings {
    /// `GET /api/v1/settings/travel`.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        try visit.answer(TravelSettingsBody(visit.planning.habits()))
    }

    /// `PATCH /api/v1/settings/travel`: changes all fields that are sent, or none of them.
    package static func change(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(visit.request)
        let change = TravelSettingsChange(&fields)
        try fields.finish()
        // The tag is that of what is changed, also if another program is faster.
        var refusal: (any Error)?
        try visit.planning.changeHabits { habits in
            do {
                refusal = nil
                try visit.request.requireMatch(entityTag(of: TravelSettingsBody(habits)))
                change.apply(to: &habits)
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return try get(visit)
    }
}

/// The choices as JSON. Distances are metres, lengths seconds.
private struct TravelSettingsBody: Encodable {
    let ecoMode: Bool
    let maxWalkingDistance: Int
    let ownsBike: Bool, ownsCar: Bool
    /// The least time to spare on a way.
    let reserve: Int

    enum CodingKeys: String, CodingKey {
        case ecoMode = "eco_mode", maxWalkingDistance = "max_walking_distance", ownsBike = "owns_bike"
        case ownsCar = "owns_car", reserve = "reserve_s"
    }

    init(_ habits: DayHabits) {
        ecoMode = habits.travel.isEco
        maxWalkingDistance = habits.travel.farthestWalk
        ownsBike = habits.travel.ownsBike
        ownsCar = habits.travel.ownsCar
        reserve = habits.wayReserveMinutes * 60
    }
}

/// The fields that a client changes.
private struct TravelSettingsChange {
    let ecoMode: Bool?, ownsBike: Bool?, ownsCar: Bool?
    let maxWalkingDistance: Int?
    let reserveMinutes: Int?

    init(_ fields: inout SentFields) {
        ecoMode = fields.bool("eco_mode")
        maxWalkingDistance = fields.whole("max_walking_distance", TravelHabits.walks)
        ownsBike = fields.bool("owns_bike")
        ownsCar = fields.bool("owns_car")
        reserveMinutes = fields.minutes(ofSeconds: "reserve_s", DayHabits.minutes)
    }

    func apply(to habits: inout DayHabits) {
        if let ecoMode { habits.travel.isEco = ecoMode }
        if let maxWalkingDistance { habits.travel.farthestWalk = maxWalkingDistance }
        if let ownsBike { habits.travel.ownsBike = ownsBike }
        if let ownsCar { habits.travel.ownsCar = ownsCar }
        if let reserveMinutes { habits.wayReserveMinutes = reserveMinutes }
    }
}
