/// An event of a day in a prayer timetable, in the order of the day.
///
/// Five are the beginnings of prayers. Sunrise is not a prayer; it ends Fajr.
public enum DayEvent: String, Hashable, Sendable, Codable, CaseIterable {
    case fajr, sunrise, dhuhr, asr, maghrib, isha

    public var isPrayer: Bool { self != .sunrise }
}

/// One value for each event of a day.
public struct PerEvent<Value> {
    public var fajr: Value, sunrise: Value, dhuhr: Value, asr: Value, maghrib: Value, isha: Value

    public init(fajr: Value, sunrise: Value, dhuhr: Value, asr: Value, maghrib: Value, isha: Value) {
        self.fajr = fajr
        self.sunrise = sunrise
        self.dhuhr = dhuhr
        self.asr = asr
        self.maghrib = maghrib
        self.isha = isha
    }

    public init(all value: Value) {
        self.init(fajr: value, sunrise: value, dhuhr: value, asr: value, maghrib: value, isha: value)
    }

    public subscript(event: DayEvent) -> Value {
        get {
            switch event {
            case .fajr: fajr
            case .sunrise: sunrise
            case .dhuhr: dhuhr
            case .asr: asr
            case .maghrib: maghrib
            case .isha: isha
            }
        }
        set {
            switch event {
            case .fajr: fajr = newValue
            case .sunrise: sunrise = newValue
            case .dhuhr: dhuhr = newValue
            case .asr: asr = newValue
            case .maghrib: maghrib = newValue
            case .isha: isha = newValue
            }
        }
    }
}

extension PerEvent: Sendable where Value: Sendable {}
extension PerEvent: Equatable where Value: Equatable {}
extension PerEvent: Hashable where Value: Hashable {}
