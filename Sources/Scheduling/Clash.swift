/// A reason why a busy item does not go well with the rest of the customer's time.
public struct Clash: Hashable, Sendable {
    /// The number of the item.
    public let item: Int
    public let cause: Cause
    /// True if the item or the other one is tentative: the clash is a mark only.
    public let isTentative: Bool

    public enum Cause: Hashable, Sendable {
        /// The two share minutes.
        case overlap(other: Int)
        /// The two are the same event in two calendars, which is no conflict.
        case double(other: Int)
        /// The item lies on the block of a prayer; under the personal strictness it leaves a prayer too few minutes.
        /// The prayer is an index of `Availability.prayers`.
        case prayer(Int)
        /// The item with a place that comes right before or after is too far away: that many minutes are lacking.
        case tight(other: Int, lacking: Int)
        /// That many minutes are outside the allowed hours. This is for information only.
        case hours(outside: Int)
    }

    public init(_ item: Int, _ cause: Cause, isTentative: Bool = false) {
        self.item = item
        self.cause = cause
        self.isTentative = isTentative
    }

    /// The number of the other item; nil for prayers and hours.
    public var other: Int? {
        switch cause {
        case .overlap(let other), .double(let other), .tight(let other, _): other
        case .prayer, .hours: nil
        }
    }

    /// True if somebody should decide something.
    public var isConflict: Bool {
        switch cause {
        case .overlap, .prayer, .tight: true
        case .double, .hours: false
        }
    }
}
