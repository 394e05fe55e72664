import Glibc

/// The position of the Earth in its orbit, by the largest terms of the theory VSOP87.
///
/// P. Bretagnon and G. Francou, *Astronomy and Astrophysics* 202 (1988), version D, as printed in
/// J. Meeus, *Astronomical Algorithms*, 2nd ed., appendix III. Each omitted term is smaller than 0.16 arc
/// seconds, which does not change a prayer time.
struct EarthOrbit {
    /// The heliocentric longitude for the equinox of date, in radians, with any number of turns.
    let longitude: Double
    /// The heliocentric latitude in radians, at most about an arc second.
    let latitude: Double
    /// The distance from the sun in astronomical units.
    let distance: Double

    /// Computes the position.
    ///
    /// - Parameter t: Julian millennia of terrestrial time since J2000.0.
    init(millennia t: Double) {
        let square = 52_919 + 8_720 * cos(1.0721 + 6_283.0758 * t) + 309 * cos(0.867 + 12_566.152 * t)
        let cube = 289 * cos(5.844 + 6_283.076 * t)
        let linear = 628_331_966_747 + Self.sum(Self.longitudeByTime, t)
        longitude = (Self.sum(Self.longitude, t) + t * (linear + t * (square + t * cube))) * 1e-8
        latitude = Self.sum(Self.latitude, t) * 1e-8
        distance = 1.00013989 + (0.01670700 - 0.000103 * t) * cos(3.0984635 + 6_283.07585 * t)
            + 0.00013956 * cos(3.05525 + 12_566.1517 * t)
    }

    /// A term: amplitude in 10⁻⁸ radians, phase in radians, frequency in radians for each millennium.
    private typealias Term = (amplitude: Double, phase: Double, frequency: Double)

    private static func sum(_ terms: [Term], _ t: Double) -> Double {
        var total = 0.0
        for term in terms { total += term.amplitude * cos(term.phase + term.frequency * t) }
        return total
    }

    /// The series L0.
    private static let longitude: [Term] = [
        (175_347_046, 0, 0), (3_341_656, 4.6692568, 6_283.07585), (34_894, 4.6261, 12_566.1517),
        (3_497, 2.7441, 5_753.3849), (3_418, 2.8289, 3.5231), (3_136, 3.6277, 77_713.7715),
        (2_676, 4.4181, 7_860.4194), (2_343, 6.1352, 3_930.2097), (1_324, 0.7425, 11_506.7698),
        (1_273, 2.0371, 529.691), (1_199, 1.1096, 1_577.3435), (990, 5.233, 5_884.927), (902, 2.045, 26.298),
        (857, 3.508, 398.149), (780, 1.179, 5_223.694), (753, 2.533, 5_507.553), (505, 4.583, 18_849.228),
        (492, 4.205, 775.523), (357, 2.92, 0.067), (317, 5.849, 11_790.629), (284, 1.899, 796.298),
        (271, 0.315, 10_977.079), (243, 0.345, 5_486.778), (206, 4.806, 2_544.314), (205, 1.869, 5_573.143),
        (202, 2.458, 6_069.777), (156, 0.833, 213.299), (132, 3.411, 2_942.463), (126, 1.083, 20.775),
        (115, 0.645, 0.98), (103, 0.636, 4_694.003), (102, 0.976, 15_720.839), (102, 4.267, 7.114),
        (99, 6.21, 2_146.17), (98, 0.68, 155.42), (86, 5.98, 161_000.69), (85, 1.3, 6_275.96),
        (85, 3.67, 71_430.7), (80, 1.81, 17_260.15), (79, 3.04, 12_036.46),
    ]

    /// The series L1, which is multiplied by time.
    private static let longitudeByTime: [Term] = [
        (206_059, 2.678235, 6_283.07585), (4_303, 2.6351, 12_566.1517), (425, 1.59, 3.523),
        (119, 5.796, 26.298), (109, 2.966, 1_577.344), (93, 2.59, 18_849.23), (72, 1.14, 529.69),
        (68, 1.87, 398.15), (67, 4.41, 5_507.55), (59, 2.89, 5_223.69), (56, 2.17, 155.42),
    ]

    /// The series B0.
    private static let latitude: [Term] = [
        (280, 3.199, 84_334.662), (102, 5.422, 5_507.553), (80, 3.88, 5_223.69),
    ]
}
