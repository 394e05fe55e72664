// Bound values in the form that libpq takes them.

extension SQL {
    /// Calls a body with libpq's three lists: the start of each value (nil for NULL), its length and its
    /// format, which is always binary. The pointers are valid during the call only. Nothing is copied, and
    /// the lists are on the stack.
    func withParameters<Outcome>(
        _ body: (
            _ count: Int32, _ starts: UnsafePointer<UnsafePointer<CChar>?>?,
            _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
        ) -> Outcome
    ) -> Outcome {
        let count = shape.parameters.count
        return withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { starts in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
                values.withUnsafeBytes { values in
                    var offset = 0
                    for index in 0..<count {
                        let prefix = values.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                        let length = Int32(bigEndian: prefix)
                        offset += 4
                        let start = values.baseAddress.map { $0 + offset }?.assumingMemoryBound(to: CChar.self)
                        starts.initializeElement(at: index, to: length < 0 ? nil : start)
                        numbers.initializeElement(at: index, to: max(0, length))
                        numbers.initializeElement(at: count + index, to: Self.binary)
                        offset += Int(max(0, length))
                    }
                    let lengths = UnsafePointer(numbers.baseAddress)
                    let formats = lengths.map { $0 + count }
                    return body(Int32(count), UnsafePointer(starts.baseAddress), lengths, formats)
                }
            }
        }
    }

    /// libpq's number for the binary format.
    private static let binary: Int32 = 1
}
