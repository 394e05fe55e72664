/// A number by which ways are estimated, refused and compared. `TravelFigure.table` has the usual values.
public enum TravelFigure: Int, Hashable, Sendable, CaseIterable {
    // The estimate.
    case walkDetour, walkSpeed, bikeDetour, bikeSpeed
    case carDetour, carAccess, carSpeedTo3, carSpeedTo10, carSpeedTo25, carSpeedBeyond
    case sharedWait, transitDetour, transitWait, transitSpeed, transitWalk
    case rushFactor, ramadanFactor, rushRamp
    case leastOfEstimate, mostOfEstimate, fastest
    // The longest ways.
    case farthestWalk, farthestRide, farthestTransit, farthestShared, farthestDrive
    // The weather.
    case dryWalkFrom, walkRainChance, walkRain, rideRainChance, rideRain, rideGust
    case rideHeat, longWalk, longWalkHeat, shortWalk, shortWalkHeat, fastingHeat, noonHeat, rideCold, walkCold
    case forecastAge
    // The comparison.
    case minutesOfChange, gramsOfMinute
    // The time to leave.
    case reserveLeast, reserveShare, carArrival, soonBefore, alertedFrom, positionAge
    // Grams of CO₂ for a person and a kilometre.
    case gramsOfBike, gramsOfCar, gramsOfElectricCar, gramsOfSharedCar
    case gramsOfBus, gramsOfRail, gramsOfTrain, gramsOfTransit

    /// The row of the figure in the table.
    public var row: Row { Self.table[rawValue] }

    /// The unit of a figure.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case factor, kilometresPerHour = "km/h", minutes = "min", metres = "m", percent = "%"
        case millimetresPerHour = "mm/h", degrees = "°C", hours = "h", grams = "g", gramsPerKilometre = "g/km"
    }

    /// A source of figures, with the year of what it says and the month in which it was read.
    public struct Source: Hashable, Sendable {
        public let name: String
        public let year: Int
        public let checked: String
    }

    /// A row of the table: the usual value, and the values that a person or an operator may choose.
    public struct Row: Sendable {
        public let figure: TravelFigure
        /// The name in settings and files.
        public let name: String
        public let usual: Double
        public let range: ClosedRange<Double>
        public let unit: Unit
        public let source: Source

        init(
            _ figure: TravelFigure, _ name: String, _ usual: Double, _ range: ClosedRange<Double>, _ unit: Unit,
            _ source: Source
        ) {
            self.figure = figure
            self.name = name
            self.usual = usual
            self.range = range
            self.unit = unit
            self.source = source
        }
    }
}
