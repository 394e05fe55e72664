import CivilTime
import Postgres
import Scheduling
import Storage
import TestSupport
import Testing

@Suite("Habits of the day")
struct DayHabitTests {
    let database: TestDatabase
    let store: Store
    let customer: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        customer = try store.aCustomer()
    }

    private var full: DayHabits {
        var habits = DayHabits()
        habits.week = WeekHabits(
            allowed: WeekHours { $0 == .friday ? [] : [420..<1_440] }, preferred: .working([.saturday, .sunday]))
        habits.prayers.rules[.jumuah] = BlockRule(before: 20, iqamahDelay: 15, length: 60)
        habits.prayers.strictness = .personal
        habits.prayers.ramadan = RamadanRules(suhoor: 40, iftar: 45, tarawih: 60, quietBeforeMaghrib: 0)
        habits.hasRamadanHours = false
        habits.quietHours = QuietHours(from: 0, until: 300)
        habits.showsPrayersBusy = false
        habits.countsAllDay = true
        habits.wayReserveMinutes = 12
        habits.travel.ownsCar = false
        habits.travel.ownsBike = true
        habits.travel.isEco = true
        habits.travel.farthestWalk = 20_000
        return habits
    }

    @Test("of a customer who chose none are the defaults: 23:00 to 6:00 is quiet, with the congregation")
    func defaults() throws {
        let habits = try store.dayHabits(of: customer)
        #expect(habits == DayHabits() && habits.week == nil)
        #expect(habits.quietHours == QuietHours(from: 1_380, until: 360))
        #expect(habits.prayers == PrayerHabits())
    }

    @Test("are stored and read, and replaced")
    func roundTrip() throws {
        try store.replace(full, of: customer)
        #expect(try store.dayHabits(of: customer) == full)
        #expect(try store.settingsSummary(of: customer).habits == full)
        #expect(try store.customerRows(of: customer).habits == full)
        try store.replace(DayHabits(), of: customer)
        #expect(try store.dayHabits(of: customer) == DayHabits())
        #expect(try store.connection.value("SELECT count(*) FROM day_habit") == 1)
    }

    @Test("change the state of the views, so that open pages follow")
    func state() throws {
        let before = try store.viewState(of: customer)
        try store.replace(full, of: customer)
        #expect(try store.viewState(of: customer) != before)
    }

    @Test("out of their limits are refused by the database", arguments: [
        "quiet_from = 1440", "strictness = 'sometimes'", "suhoor_minutes = 241", "way_reserve_minutes = -1",
        "farthest_walk = 99", "farthest_walk = 20001",
        "allowed_from = NULL", "allowed_from = '{1,2,3}'", "allowed_from = '{0,0,0,0,0,0,1441}'",
        "preferred_from[2] = 1300", "preferred_until[3] = NULL", "prayer_length[6] = 241", "iqamah_delay = NULL",
        "prayer_before = '{0,0,0,0,0,-1}'",
    ])
    func limits(change: String) throws {
        try store.replace(full, of: customer)
        #expect(throws: PostgresError.self) { try store.connection.script("UPDATE day_habit SET \(change)") }
        try store.connection.script("UPDATE day_habit SET quiet_from = 1439, allowed_from[1] = 0")
    }
}
