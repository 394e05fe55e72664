public import CivilTime
public import PrayerTimes

/// An estimate of ways from the straight line: its length times a detour, at usual speeds, with the traffic of the
/// hour.
///
/// - The same place takes no time, and a way takes as long back as there if both begin at the same moment.
/// - A farther place never takes less time.
/// - A stop on the way never saves time.
/// - No minute of departure and no metre changes the time by a step: a vehicle that is slower than walking is left, so
///   that the minutes for parking and waiting grow from zero.
public struct TravelEstimate: Sendable {
    public let figures: TravelFigures
    public let rush: RushHours
    /// Seconds for a metre of the street: on foot, by bicycle, in public transport.
    private let walkPace: Double, bikePace: Double, transitPace: Double
    /// The parts of a drive: the metres of the street at which each begins, and its seconds for a metre.
    private let driveParts: [(from: Double, pace: Double)]

    public init(_ figures: TravelFigures = .usual, rush: RushHours = .none) {
        self.figures = figures
        self.rush = rush
        func pace(_ kilometresPerHour: Double) -> Double { 3.6 / kilometresPerHour }
        walkPace = pace(figures[.walkSpeed])
        bikePace = pace(figures[.bikeSpeed])
        // Longer ways are never slower than shorter ones: else a way with a stop would be quicker than one without.
        transitPace = min(walkPace, pace(figures[.transitSpeed]))
        var parts: [(from: Double, pace: Double)] = [], fastest = 0.0
        let bands: [(Double, TravelFigure)] = [
            (0, .carSpeedTo3), (3_000, .carSpeedTo10), (10_000, .carSpeedTo25), (25_000, .carSpeedBeyond),
        ]
        for (from, figure) in bands {
            fastest = max(fastest, figures[figure])
            parts.append((from: from, pace: pace(fastest)))
        }
        driveParts = parts
    }

    /// Returns the way by a mode.
    ///
    /// - Parameter leaving: the moment of departure; nil for a way on free roads.
    public func way(
        from: Coordinates, to: Coordinates, by mode: TravelMode, leaving: Instant? = nil
    ) -> TravelWay {
        way(straight(from, to), by: mode, departure: leaving) { free, delay in
            leaving.map { rush.seconds(ofDriving: free, leaving: $0 + .seconds(delay)) } ?? free
        }
    }

    /// Returns the way by a mode that arrives at a moment. Its departure is the latest one.
    public func way(
        from: Coordinates, to: Coordinates, by mode: TravelMode, arriving: Instant
    ) -> TravelWay {
        // A drive ends before its minutes for parking, and a shared car before none.
        let access = mode == .car ? Double(figures.seconds(.carAccess)) : 0
        var way = way(straight(from, to), by: mode, departure: nil) { free, _ in
            rush.seconds(ofDriving: free, arriving: arriving - .seconds(access))
        }
        way.departure = arriving - .seconds(way.seconds)
        return way
    }

    /// Returns true if the seconds of an engine are not far from the estimate's. An error of an engine must not send
    /// anybody off hours too early, or too late.
    public func isPlausible(_ way: TravelWay, from: Coordinates, to: Coordinates) -> Bool {
        let expected = Double(self.way(from: from, to: to, by: way.mode, leaving: way.departure).seconds)
        // Five minutes more or less are no error on a short way.
        let least = expected * figures[.leastOfEstimate] - 300, most = expected * figures[.mostOfEstimate] + 300
        return way.seconds >= 0 && (least...most).contains(Double(way.seconds))
    }

    /// Returns true if even the fastest drive along the straight line takes longer than there is time. Then no engine
    /// needs to be asked.
    public func isOutOfReach(from: Coordinates, to: Coordinates, withinSeconds seconds: Int) -> Bool {
        straight(from, to) * 3.6 / figures[.fastest] > Double(max(0, seconds))
    }

    private func straight(_ from: Coordinates, _ to: Coordinates) -> Double {
        from.kilometres(toLatitude: to.latitude, longitude: to.longitude) * 1_000
    }

    /// - Parameter drive: the seconds of driving from those on free roads, and from those that pass before it begins.
    private func way(
        _ straight: Double, by mode: TravelMode, departure: Instant?, drive: (_ free: Double, _ delay: Double) -> Double
    ) -> TravelWay {
        let onFoot = straight * figures[.walkDetour] * walkPace
        let (seconds, metres): (Double, Double)
        switch mode {
        case .walk:
            (seconds, metres) = (onFoot, straight * figures[.walkDetour])
        case .bike:
            metres = straight * figures[.bikeDetour]
            seconds = min(onFoot, metres * bikePace)
        case .transit:
            metres = straight * figures[.transitDetour]
            seconds = min(onFoot, transitSeconds(metres))
        case .shared:
            metres = straight * figures[.carDetour]
            let wait = Double(figures.seconds(.sharedWait))
            seconds = min(onFoot, wait + drive(driveSeconds(metres), wait))
        case .car:
            metres = straight * figures[.carDetour]
            seconds = min(onFoot, Double(figures.seconds(.carAccess)) + drive(driveSeconds(metres), 0))
        }
        return TravelWay(
            mode, seconds: Int(seconds.rounded(.up)), metres: Int(metres.rounded()), source: .estimate,
            departure: departure)
    }

    /// Returns the seconds of a drive on free roads.
    private func driveSeconds(_ metres: Double) -> Double {
        var seconds = 0.0
        for (index, part) in driveParts.enumerated() where metres > part.from {
            let end = index + 1 < driveParts.count ? min(metres, driveParts[index + 1].from) : metres
            seconds += (end - part.from) * part.pace
        }
        return seconds
    }

    /// Returns the seconds with public transport: waiting, a walk at both ends of a quarter of the way, but not of more
    /// than some minutes, and the ride.
    private func transitSeconds(_ metres: Double) -> Double {
        let longest = figures[.transitWalk] * 60 / walkPace, walked = 2 * min(longest, metres / 4)
        return Double(figures.seconds(.transitWait)) + walked * walkPace + (metres - walked) * transitPace
    }
}
