import PrayerTimes

/// The place of the day in the drawing.
struct MapFrame {
    static let width = 440.0, height = 460.0
    /// The margins hold the names at the sides, the scale bar and the north.
    private static let side = 60.0, top = 44.0, bottom = 64.0
    /// The shortest distance that fills the drawing, so that two houses of a street are not drawn as two cities.
    private static let leastMetres = 400.0

    private let middle: FlatPoint
    /// Units of the drawing for a metre.
    let scale: Double

    init(around points: [FlatPoint]) {
        let east = points.map(\.east), north = points.map(\.north)
        let (west, eastmost) = (east.min() ?? 0, east.max() ?? 0)
        let (south, northmost) = (north.min() ?? 0, north.max() ?? 0)
        middle = FlatPoint(east: (west + eastmost) / 2, north: (south + northmost) / 2)
        let wide = max(eastmost - west, Self.leastMetres), high = max(northmost - south, Self.leastMetres)
        scale = min((Self.width - 2 * Self.side) / wide, (Self.height - Self.top - Self.bottom) / high)
    }

    /// Returns a point of the drawing, from its left and from its top.
    func place(_ point: FlatPoint) -> (x: Int, y: Int) {
        let x = Self.width / 2 + (point.east - middle.east) * scale
        let y = Self.top + (Self.height - Self.top - Self.bottom) / 2 - (point.north - middle.north) * scale
        return (Int(x.rounded()), Int(y.rounded()))
    }

    /// The longest length of a scale bar that is not wider than 110 units: 1, 2 or 5 times a power of ten.
    var bar: (metres: Int, width: Int) {
        let metres = DayMap.barLengths.last { Double($0) * scale <= 110 } ?? 1
        return (metres, Int((Double(metres) * scale).rounded()))
    }
}
