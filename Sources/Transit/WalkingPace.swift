internal import Glibc

/// The pace of a walk, and the farthest one that somebody accepts.
public struct WalkingPace: Hashable, Sendable {
    public var metresPerSecond: Double
    /// The length of a walk from or to a stop, along streets.
    public var farthestMetres: Double
    /// The length of a way along streets for each metre of the straight line.
    public var detour: Double

    public init(metresPerSecond: Double = 1.25, farthestMetres: Double = 800, detour: Double = 1.3) {
        self.metresPerSecond = max(metresPerSecond, 0.1)
        self.farthestMetres = max(farthestMetres, 0)
        self.detour = max(detour, 1)
    }

    /// The farthest straight line.
    var farthestStraightMetres: Double { farthestMetres / detour }

    /// Returns the seconds for a straight line, rounded up.
    func seconds(straightMetres: Double) -> Int { Int((straightMetres * detour / metresPerSecond).rounded(.up)) }
}

func cosine(ofDegrees degrees: Double) -> Double { cos(degrees * .pi / 180) }
