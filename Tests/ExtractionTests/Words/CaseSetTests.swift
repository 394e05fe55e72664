import Testing

@testable import Extraction

@Suite("Sets of cases")
struct CaseSetTests {
    /// Puts each case of an enum alone into a set, and asks for all of them.
    private func expectOwnBits<Case: CaseIterable & Hashable & Sendable>(_ type: Case.Type) {
        #expect(type.allCases.count <= 128)
        for one in type.allCases {
            var set = CaseSet<Case>()
            set.insert(one)
            #expect(type.allCases.filter(set.contains) == [one])
        }
    }

    @Test("each case has a place of its own, in every enum that is used")
    func places() {
        expectOwnBits(Category.self)
        expectOwnBits(Act.self)
        expectOwnBits(Mark.self)
    }

    @Test("they answer as other sets do")
    func algebra() {
        let some: CaseSet<Act> = [.yes, .no, .like], other: CaseSet<Act> = [.no, .or]
        #expect(some.subtracting(other) == [.like, .yes])
        #expect(some.union(other) == [.yes, .no, .like, .or])
        #expect(!some.isDisjoint(with: other) && some.isDisjoint(with: [.or]))
        #expect(([.no] as CaseSet<Act>).isSubset(of: some) && !other.isSubset(of: some))
        #expect(CaseSet<Act>().isEmpty && !other.isEmpty)
    }
}
