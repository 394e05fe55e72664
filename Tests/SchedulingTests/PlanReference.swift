import Foundation
import Scheduling

/// A line of `day/instances.jsonl` of the reference data.
struct ReferenceDay: Decodable {
    struct Fixed: Decodable {
        let id: String, kind: String
        let start: Int, end: Int
        let place: Int?
    }

    struct Flexible: Decodable {
        let id: String
        let duration: Int, weight: Int
        let place: Int?
        let windows: [[Int]]
    }

    let id: String
    let day: [Int], grid: Int, origin: Int
    let travel_min: [[Int]]
    let fixed: [Fixed], flexible: [Flexible]

    var plan: PlanDay {
        PlanDay(
            day[0]..<day[1], grid: grid, origin: origin,
            fixed: fixed.map { item in
                FixedItem(item.id, .init(rawValue: item.kind) ?? .event, item.start..<item.end, place: item.place)
            },
            tasks: flexible.map { task in
                PlanTask(
                    task.id, length: task.duration, place: task.place, weight: task.weight,
                    windows: task.windows.map { $0[0]..<$0[1] })
            },
            travel: TravelTimes(table: travel_min))
    }
}

/// A line of `day/optima.jsonl`.
struct ReferencePlan: Decodable {
    let id: String
    let weight: Int, travel_min: Int
}

/// Reads a file of a JSON object a line from the reference data; nil if it is not there.
func reference<Line: Decodable>(_ name: String, of type: Line.Type) throws -> [Line]? {
    try referenceLines(name)?.map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
}
