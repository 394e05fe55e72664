/// A set of cases of an enum without associated values, as bits.
///
/// The enum has 2 to 128 cases.
struct CaseSet<Case: CaseIterable & Sendable>: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt128 = 0

    init() {}

    init(arrayLiteral cases: Case...) {
        for one in cases { insert(one) }
    }

    var isEmpty: Bool { bits == 0 }

    func contains(_ one: Case) -> Bool { bits & Self.bit(one) != 0 }

    func isDisjoint(with other: CaseSet) -> Bool { bits & other.bits == 0 }

    func isSubset(of other: CaseSet) -> Bool { bits & ~other.bits == 0 }

    func union(_ other: CaseSet) -> CaseSet {
        var both = self
        both.bits |= other.bits
        return both
    }

    func subtracting(_ other: CaseSet) -> CaseSet {
        var rest = self
        rest.bits &= ~other.bits
        return rest
    }

    mutating func insert(_ one: Case) { bits |= Self.bit(one) }

    mutating func formUnion(_ other: CaseSet) { bits |= other.bits }

    /// Returns the bit of a case: its number in the declaration.
    ///
    /// The compiler lays a case out as that number, in one byte. The language does not promise it, so `CaseSetTests`
    /// looks at every enum that is used.
    private static func bit(_ one: Case) -> UInt128 {
        let number = unsafeBitCast(one, to: UInt8.self)
        assert(number < 128)
        return 1 &<< UInt128(number)
    }
}
