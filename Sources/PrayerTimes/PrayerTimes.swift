// Prayer times of a place, computed from the position of the sun. This module is pure.
//
// - PrayerTimes.swift: `Timetable`, the times of a place day by day. TimetableDay.swift: one day.
// - Rules.swift, Choices.swift and Coordinates.swift: the input of a timetable.
// - Method.swift: the angles and minutes of an authority. Methods.swift lists them all.
//   Countries.swift: the usual method of a country.
// - DayEvent.swift: the five prayers and sunrise. DaySun.swift: the altitude of the sun on a day.
// - MosqueTable.swift: times that a mosque printed.
// - Daylight.swift: sunrise, noon, Asr and sunset, also on polar days.
// - Twilight.swift: Fajr and Isha, with the rules for high latitudes. SeasonalTwilight.swift: one such rule.
// - Horizon.swift and MoroccanTowns.swift: the altitude of the sun at sunrise and sunset.
// - Sky.swift, SolarDay.swift, Sun.swift, EarthOrbit.swift and TerrestrialTime.swift: astronomy,
//   from the altitude of the sun at a latitude down to the orbit of the Earth.

public import CivilTime

/// The prayer times of a place by a person's rules, day by day.
///
/// The same place, rules, calendar and date give the same times on every machine.
public struct Timetable: Sendable {
    public let place: Place
    public let rules: Rules
    let hijri: HijriCalendar
    /// The mosque's own timetable, whose times win; nil if there is none.
    public let table: MosqueTable?
    private let twilight: Twilight
    private let horizon: Double

    /// Makes a timetable.
    ///
    /// - Parameters:
    ///   - hijri: the calendar that decides when Ramadan is, with the operator's corrections.
    ///   - table: a mosque's own timetable, whose times win over those of the rules.
    public init(
        _ place: Place, _ rules: Rules, hijri: HijriCalendar = .ummAlQura, table: MosqueTable? = nil
    ) {
        self.place = place
        self.rules = rules
        self.hijri = hijri
        self.table = table
        horizon = horizonDepression(place.coordinates, rules)
        twilight = Twilight(place.coordinates, rules, horizon: horizon)
    }

    /// Computes the times of a day.
    ///
    /// - Parameter date: a civil day of the place, from 1900 to 2200 for exact positions of the sun.
    public func day(_ date: LocalDate) -> TimetableDay {
        let offset = offsetAtNoon(of: date), solar = SolarDay(noon: meanNoon(date, offsetSeconds: offset))
        let daylight = Daylight(solar, latitude: place.coordinates.latitude, rules, horizon: horizon)
        let (fajr, isha, twilightRules) = twilight.times(daylight, on: date)
        let sun = PerEvent<Double?>(
            fajr: fajr, sunrise: daylight.sunrise, dhuhr: daylight.transit,
            asr: daylight.asr,
            maghrib: maghrib(daylight, isha: isha, isBound: twilightRules.isha != nil), isha: isha)

        let clock = Clock(noon: solar.noon, offsetSeconds: offset)
        var exact = PerEvent<Instant?>(all: nil), times = PerEvent<Instant?>(all: nil)
        for event in DayEvent.allCases {
            guard let time = sun[event] else { continue }
            let minutes = Duration.seconds((rules.method.minutes[event] + rules.minutes[event]) * 60)
            exact[event] = clock.moment(time) + minutes
            times[event] = clock.minute(time, rules.method.rounding[event]) + minutes
        }
        let isRamadan = hijri.isRamadan(date)
        if case .minutes(let usual, let inRamadan) = rules.method.isha {
            // The minutes count from the printed minute of Maghrib, as in the published tables. A person's
            // own minutes for Maghrib do not move Isha.
            let minutes = (isRamadan ? inRamadan : usual) + rules.minutes.isha - rules.minutes.maghrib
            exact.isha = exact.maghrib.map { $0 + .seconds(minutes * 60) }
            times.isha = times.maghrib.map { $0 + .seconds(minutes * 60) }
        }
        let hasNoon = place.zone.date(at: clock.moment(daylight.transit)) == date
        let computed = TimetableDay(
            date: date, times: times, exact: exact, isRamadan: isRamadan, highLatitude: twilightRules,
            polar: daylight.rule, problem: hasNoon ? daylight.missing ?? problem(times) : .noNoon,
            fromTable: [], iqama: PerEvent(all: nil), timetable: self)
        return table?.day(date).map { replaced(computed, by: $0) } ?? computed
    }

    /// Returns a computed day with the times of the mosque's timetable. Nothing is added to those: no minutes of a
    /// person or a method.
    private func replaced(_ day: TimetableDay, by own: MosqueDay) -> TimetableDay {
        let events = own.events
        guard !events.isEmpty || own.iqama != PerEvent(all: nil), day.problem != .noNoon else { return day }
        var times = day.times, exact = day.exact, highLatitude = day.highLatitude
        for event in events {
            times[event] = own.times[event].flatMap { place.moment($0, of: day.date) }
            exact[event] = times[event]
        }
        if events.contains(.fajr) { highLatitude.fajr = nil }
        if events.contains(.isha) { highLatitude.isha = nil }
        let isWhole = events.count == DayEvent.allCases.count
        // A problem of the sun is over only if the timetable fills the gap.
        let problem = events.isEmpty ? day.problem : problem(times).map { day.problem ?? $0 }
        return TimetableDay(
            date: day.date, times: times, exact: exact, isRamadan: day.isRamadan, highLatitude: highLatitude,
            polar: isWhole ? nil : day.polar, problem: problem, fromTable: events, iqama: own.iqama,
            timetable: self)
    }

    /// Returns the time of Maghrib: sunset, or the end of the redness in the east.
    ///
    /// If a rule limits Isha, Maghrib is at most at the same share of the time from sunset to Isha as its
    /// angle is of Isha's. If only Maghrib has an angle, it is at most a sixtieth of the night for each
    /// degree after sunset. So it stays before Isha and never jumps.
    private func maghrib(_ daylight: Daylight, isha: Double?, isBound: Bool) -> Double? {
        guard let angle = rules.method.maghribAngle, let night = daylight.night else { return daylight.sunset }
        let own = daylight.dusk(angle)
        let latest: Double
        if let ishaAngle = rules.method.ishaAngle {
            guard isBound, let isha else { return own }
            latest = night.sunset + (isha - night.sunset) * angle / ishaAngle
        } else {
            if rules.highLatitude.isha == HighLatitudeRule.none { return own }
            latest = night.sunset + night.length * angle / 60
        }
        return own.map { min($0, latest) } ?? latest
    }

    func solarDay(_ date: LocalDate) -> SolarDay {
        SolarDay(noon: meanNoon(date, offsetSeconds: offsetAtNoon(of: date)))
    }

    /// Returns the offset about civil noon, since no zone changes its clocks then.
    private func offsetAtNoon(of date: LocalDate) -> Int {
        place.zone.offset(at: place.zone.instant(of: .midnight(date)) + .seconds(12 * 3_600))
    }

    /// Returns the noon of the mean sun on the civil day of the place, in days since 1970.
    ///
    /// It does not follow from the longitude alone: Apia and Kiritimati use the date of the other side of
    /// the date line.
    private func meanNoon(_ date: LocalDate, offsetSeconds: Int) -> Double {
        let civilNoon = Double(date.daysSince1970) + 0.5
        let solarNoon = civilNoon - place.coordinates.longitude / 360
        let offset = Double(offsetSeconds) / 86_400
        return solarNoon + (civilNoon - solarNoon - offset).rounded()
    }

    private func problem(_ times: PerEvent<Instant?>) -> DayProblem? {
        guard let fajr = times.fajr, let isha = times.isha else { return .noTwilight }
        guard let sunrise = times.sunrise, let dhuhr = times.dhuhr, let asr = times.asr, let maghrib = times.maghrib,
              fajr < sunrise, sunrise < dhuhr, dhuhr < asr, asr < maghrib, maghrib < isha
        else { return .outOfOrder }
        return nil
    }
}

/// The conversion from times of a solar day to moments and minutes of a clock.
private struct Clock {
    /// The last full minute on the clock before the noon of the mean sun. The times of a day are counted
    /// from there, because large numbers would lose fractions of a second.
    private let minute: Instant
    private let secondsToNoon: Double

    /// Makes the clock of a day.
    ///
    /// - Parameters:
    ///   - noon: the noon of the mean sun, in days since 1970 began in UTC.
    ///   - offsetSeconds: the offset of the clock east of UTC. Until 1972 some were not whole minutes.
    init(noon: Double, offsetSeconds: Int) {
        let local = noon * 86_400 + Double(offsetSeconds)
        let whole = (local / 60).rounded(.down) * 60
        minute = Instant(secondsSince1970: Int64(whole) - Int64(offsetSeconds))
        secondsToNoon = local - whole
    }

    func moment(_ time: Double) -> Instant {
        minute + .microseconds(Int64(((secondsToNoon + time * 86_400) * 1_000_000).rounded()))
    }

    func minute(_ time: Double, _ rounding: Rounding) -> Instant {
        minute + .seconds(rounding.minutes(secondsToNoon + time * 86_400) * 60)
    }
}

/// The release date of the present figures, the DTSTAMP of times that have never changed.
public let dataVersion = Instant(secondsSince1970: 1_795_219_200)
