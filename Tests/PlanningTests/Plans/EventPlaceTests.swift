import Calendars
import CivilTime
import Planning
import Storage
import TestSupport
import Testing

/// Tasks beside events that happen somewhere. 0.0899° to the north are 10 km: 33 minutes by car.
@Suite("Plans between places")
struct EventPlaceTests {
    let world: PlanningWorld

    init() throws { world = try PlanningWorld() }

    @Test("a way lies between a meeting and a task", arguments: [
        (["GEO:24.7;46.7"], "gym 24 12:35–13:35"), (["LOCATION:Office"], "gym 24 12:35–13:35"),
        (["GEO:24.79;46.7"], "gym 24 12:00–13:00"), (["LOCATION:Elsewhere"], "gym 24 12:00–13:00"),
    ])
    func wayAfterMeeting(lines: [String], expected: String) throws {
        let gym = try world.planning.save(PlaceValues(name: "Gym", latitude: 24.79, longitude: 46.7))
        _ = try world.planning.save(PlaceValues(name: "Office", latitude: 24.7, longitude: 46.7))
        try world.put("Meeting", "20261124T090000", "20261124T120000", lines)
        var facts = TaskFacts(minutes: 60, weekdays: [.tuesday])
        facts.place = gym
        // Else a Tuesday without a way would be better.
        let day = try #require(LocalDate(year: 2026, month: 11, day: 24))
        try world.home.addToDo(ToDoDraft(title: "gym", due: .day(day)), facts, to: "", uid: "gym")
        try world.work()
        let planned = try world.planned()
        #expect(planned == [expected])
    }
}
