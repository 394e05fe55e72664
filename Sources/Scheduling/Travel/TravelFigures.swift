/// The figures of an operator or a person: the usual ones, and those that they chose.
public struct TravelFigures: Hashable, Sendable {
    private var values: [Double]

    public static let usual = TravelFigures()

    private init() { values = TravelFigure.table.map(\.usual) }

    /// Makes the usual figures with some of other values, by their names. Names that do not exist and values out of
    /// their range are not used.
    public init(_ chosen: [String: Double]) {
        self.init()
        for row in TravelFigure.table {
            if let value = chosen[row.name] { set(row.figure, to: value) }
        }
    }

    public subscript(figure: TravelFigure) -> Double { values[figure.rawValue] }

    /// Changes a figure.
    ///
    /// - Returns: false if the value is out of the figure's range. Then the figure is as it was.
    @discardableResult
    public mutating func set(_ figure: TravelFigure, to value: Double) -> Bool {
        guard figure.row.range.contains(value) else { return false }
        values[figure.rawValue] = value
        return true
    }

    /// The figures that differ from the usual ones, by their names.
    public var chosen: [String: Double] {
        var chosen: [String: Double] = [:]
        for row in TravelFigure.table where self[row.figure] != row.usual { chosen[row.name] = self[row.figure] }
        return chosen
    }

    /// Returns the seconds of a figure in minutes.
    func seconds(_ figure: TravelFigure) -> Int { Int((self[figure] * 60).rounded()) }

    /// Returns the reserve for a way: a share of it, and some minutes at least. It is a whole number of seconds.
    public func reserve(forSeconds seconds: Int) -> Int {
        guard seconds > 0 else { return 0 }
        return max(self.seconds(.reserveLeast), Int((Double(seconds) * self[.reserveShare] / 100).rounded(.up)))
    }
}
