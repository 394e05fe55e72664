/// A time zone file, written from RFC 8536 and not from the reader it tests.
struct TZifBytes {
    var version = UInt8(ascii: "2")
    var times: [Int64] = []
    var indexes: [UInt8] = []
    var types: [(offset: Int32, isDaylightSaving: UInt8, character: UInt8)] = [(0, 0, 0)]
    var characters = Array("UTC\u{0}".utf8)
    var leapSeconds: [(at: Int64, correction: Int32)] = []
    var standardFlags: [UInt8] = [], utFlags: [UInt8] = []
    var footer: String? = "UTC0"

    var bytes: [UInt8] {
        let old = TZifBytes(version: version).block(timeBytes: 4)
        return version == 0
            ? block(timeBytes: 4)
            : old + block(timeBytes: 8) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
    }

    private func block(timeBytes: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [utFlags.count, standardFlags.count, leapSeconds.count, times.count, types.count, characters.count] {
            bytes += big(Int64(count), 4)
        }
        for time in times { bytes += big(time, timeBytes) }
        bytes += indexes
        for type in types { bytes += big(Int64(type.offset), 4) + [type.isDaylightSaving, type.character] }
        bytes += characters
        for leap in leapSeconds { bytes += big(leap.at, timeBytes) + big(Int64(leap.correction), 4) }
        return bytes + standardFlags + utFlags
    }

    private func big(_ number: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
