extension TravelFigure.Source {
    /// Jadwal's own choice. The walk was compared with OSRM and Valhalla on one pair of points in Helsinki.
    static let own = Self(name: "Jadwal", year: 2026, checked: "2026-11")
    /// The classes of the heat index: caution from 27 °C, extreme caution from 32, danger from 39, extreme danger from
    /// 51.
    static let heatIndex = Self(name: "US National Weather Service, heat index", year: 2024, checked: "2026-11")
    /// Slight rain is below 0.5 mm in an hour.
    static let rainClasses = Self(name: "Met Office, classes of rain", year: 2012, checked: "2026-11")
    static let ownWithWork = Self(name: "Jadwal, beside ADEME, Base Carbone", year: 2024, checked: "2026-11")
    static let britain = Self(
        name: "UK government conversion factors, through Our World in Data", year: 2022, checked: "2026-11")
    static let france = Self(name: "ADEME, Base Carbone", year: 2024, checked: "2026-11")
}

extension TravelFigure {
    /// The figures with their usual values, in the order of the cases.
    public static let table: [Row] = estimates + limits + weather + others + grams

    private static let estimates = [
        Row(.walkDetour, "walk-detour", 1.3, 1...2, .factor, .own),
        Row(.walkSpeed, "walk-speed", 4.8, 2...7, .kilometresPerHour, .own),
        Row(.bikeDetour, "bike-detour", 1.3, 1...2, .factor, .own),
        Row(.bikeSpeed, "bike-speed", 14, 8...30, .kilometresPerHour, .own),
        Row(.carDetour, "car-detour", 1.4, 1...2, .factor, .own),
        Row(.carAccess, "car-access", 6, 0...30, .minutes, .own),
        Row(.carSpeedTo3, "car-speed-to-3-km", 22, 18...60, .kilometresPerHour, .own),
        Row(.carSpeedTo10, "car-speed-to-10-km", 32, 18...80, .kilometresPerHour, .own),
        Row(.carSpeedTo25, "car-speed-to-25-km", 48, 18...120, .kilometresPerHour, .own),
        Row(.carSpeedBeyond, "car-speed-beyond", 80, 18...120, .kilometresPerHour, .own),
        Row(.sharedWait, "shared-wait", 6, 0...30, .minutes, .own),
        Row(.transitDetour, "transit-detour", 1.4, 1...2, .factor, .own),
        Row(.transitWait, "transit-wait", 8, 0...60, .minutes, .own),
        Row(.transitSpeed, "transit-speed", 18, 8...80, .kilometresPerHour, .own),
        Row(.transitWalk, "transit-walk", 10, 0...20, .minutes, .own),
        Row(.rushFactor, "rush-factor", 1.35, 1...2, .factor, .own),
        Row(.ramadanFactor, "ramadan-factor", 1.2, 1...2, .factor, .own),
        Row(.rushRamp, "rush-ramp", 20, 5...60, .minutes, .own),
        Row(.leastOfEstimate, "least-of-estimate", 0.5, 0.1...1, .factor, .own),
        Row(.mostOfEstimate, "most-of-estimate", 4, 1...10, .factor, .own),
        Row(.fastest, "fastest", 120, 80...300, .kilometresPerHour, .own),
    ]

    private static let limits = [
        Row(.farthestWalk, "farthest-walk", 2_000, 100...20_000, .metres, .own),
        Row(.farthestRide, "farthest-ride", 4_000, 500...50_000, .metres, .own),
        Row(.farthestTransit, "farthest-transit", 100_000, 1_000...2_000_000, .metres, .own),
        Row(.farthestShared, "farthest-shared", 100_000, 1_000...2_000_000, .metres, .own),
        Row(.farthestDrive, "farthest-drive", 1_500_000, 1_000...5_000_000, .metres, .own),
    ]

    private static let weather = [
        Row(.dryWalkFrom, "dry-walk-from", 500, 0...20_000, .metres, .own),
        Row(.walkRainChance, "walk-rain-chance", 50, 1...101, .percent, .own),
        Row(.walkRain, "walk-rain", 0.5, 0.1...50, .millimetresPerHour, .rainClasses),
        Row(.rideRainChance, "ride-rain-chance", 30, 1...101, .percent, .own),
        Row(.rideRain, "ride-rain", 0.2, 0.1...50, .millimetresPerHour, .rainClasses),
        Row(.rideGust, "ride-gust", 40, 10...150, .kilometresPerHour, .own),
        Row(.rideHeat, "ride-heat", 38, 20...60, .degrees, .heatIndex),
        Row(.longWalk, "long-walk", 400, 0...20_000, .metres, .own),
        Row(.longWalkHeat, "long-walk-heat", 40, 20...60, .degrees, .heatIndex),
        Row(.shortWalk, "short-walk", 100, 0...20_000, .metres, .own),
        Row(.shortWalkHeat, "short-walk-heat", 45, 20...60, .degrees, .heatIndex),
        Row(.fastingHeat, "fasting-heat", 4, 0...20, .degrees, .own),
        Row(.noonHeat, "noon-heat", 32, 20...60, .degrees, .heatIndex),
        Row(.rideCold, "ride-cold", -5, -40...15, .degrees, .own),
        Row(.walkCold, "walk-cold", -15, -50...15, .degrees, .own),
        Row(.forecastAge, "forecast-age", 6, 1...48, .hours, .own),
    ]

    private static let others = [
        Row(.minutesOfChange, "minutes-of-change", 5, 0...30, .minutes, .own),
        Row(.gramsOfMinute, "grams-of-minute", 50, 1...1_000, .grams, .own),
        Row(.reserveLeast, "reserve-least", 5, 0...60, .minutes, .own),
        Row(.reserveShare, "reserve-share", 15, 0...100, .percent, .own),
        Row(.carArrival, "car-arrival", 5, 0...30, .minutes, .own),
        Row(.soonBefore, "soon-before", 10, 1...60, .minutes, .own),
        Row(.alertedFrom, "alerted-from", 5, 0...60, .minutes, .own),
        Row(.positionAge, "position-age", 30, 1...240, .minutes, .own),
    ]

    private static let grams = [
        Row(.gramsOfBike, "grams-of-bike", 0, 0...100, .gramsPerKilometre, .france),
        Row(.gramsOfCar, "grams-of-car", 190, 0...1_000, .gramsPerKilometre, .france),
        Row(.gramsOfElectricCar, "grams-of-electric-car", 100, 0...1_000, .gramsPerKilometre, .ownWithWork),
        Row(.gramsOfSharedCar, "grams-of-shared-car", 95, 0...1_000, .gramsPerKilometre, .france),
        Row(.gramsOfBus, "grams-of-bus", 100, 0...1_000, .gramsPerKilometre, .france),
        Row(.gramsOfRail, "grams-of-rail", 30, 0...1_000, .gramsPerKilometre, .britain),
        Row(.gramsOfTrain, "grams-of-train", 35, 0...1_000, .gramsPerKilometre, .britain),
        Row(.gramsOfTransit, "grams-of-transit", 80, 0...1_000, .gramsPerKilometre, .own),
    ]
}
