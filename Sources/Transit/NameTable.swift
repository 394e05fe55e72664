/// Texts as numbers from 0 on, in the order in which they come. Each needs its bytes and about 12 more.
struct NameTable: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    /// The numbers plus one at the places of their hashes; 0 if a place is free. The length is a power of two.
    private var slots = [UInt32](repeating: 0, count: 64)

    var count: Int { ends.count }

    subscript(number: Int) -> String { String(decoding: bytes[range(number)], as: UTF8.self) }

    /// Returns the number of a text, a new one if it is new.
    mutating func insert(_ text: Field) -> Int {
        var slot = slot(of: text)
        if slots[slot] != 0 { return Int(slots[slot]) - 1 }
        if count * 2 >= slots.count {
            grow()
            slot = self.slot(of: text)
        }
        bytes.append(contentsOf: text)
        ends.append(UInt32(bytes.count))
        slots[slot] = UInt32(ends.count)
        return ends.count - 1
    }

    /// Returns the number of a text; nil if it never came.
    func number(of text: String) -> Int? {
        var copy = text
        let found = copy.withUTF8 { slots[slot(of: $0)] }
        return found == 0 ? nil : Int(found) - 1
    }

    /// Returns true if a number has a text.
    func isText(_ text: Field, of number: Int) -> Bool {
        let range = range(number)
        guard range.count == text.count else { return false }
        for index in 0..<text.count where bytes[range.lowerBound + index] != text[index] { return false }
        return true
    }

    private func range(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    }

    private func slot(of text: Field) -> Int {
        var slot = Int(truncatingIfNeeded: hash(text)) & (slots.count - 1)
        while slots[slot] != 0, !isText(text, of: Int(slots[slot]) - 1) { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for number in 0..<count {
            var slot = Int(truncatingIfNeeded: bytes[range(number)].withUnsafeBufferPointer(hash)) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    /// FNV-1a with a last mixing step, since only the low bits are used.
    private func hash(_ text: Field) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 29)
    }
}
