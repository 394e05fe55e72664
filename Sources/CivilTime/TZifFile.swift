// Reads the files that zic writes: RFC 8536, with the small additions of RFC 9636. Every count and
// index is checked before it is used, so a damaged file leads to an error.

/// The content of a time zone file: the moments of change, and the rule for the time after them.
struct TZifFile {
    /// The moments of change in seconds since 1970, ascending.
    let times: [Int64]
    /// For each time, the index in `types` of the type that begins then.
    let typeIndexes: [Int]
    /// The types of local time, never empty. The first one holds before the first change.
    let types: [LocalTimeType]
    /// The rule after the last change; nil if the file has none.
    let footer: PosixTimeZone?

    /// Makes a zone whose clocks never change.
    init(constant type: LocalTimeType) {
        times = []
        typeIndexes = []
        types = [type]
        footer = nil
    }

    init(_ bytes: [UInt8]) throws(TZifError) {
        var reader = ByteReader(bytes: bytes)
        let first = try Header(&reader)
        guard first.version > 0 else {
            // Version 1 has 32-bit times and ends here.
            (times, typeIndexes, types) = try first.readBlock(&reader, timeBytes: 4)
            footer = nil
            return
        }
        // The first block is for readers of version 1. The second one has 64-bit times.
        try reader.skip(first.blockBytes(timeBytes: 4))
        let second = try Header(&reader)
        guard second.version == first.version else { throw .counts }
        (times, typeIndexes, types) = try second.readBlock(&reader, timeBytes: 8)
        footer = try Self.footer(reader.rest)
    }

    /// Reads `\n`, a POSIX TZ string or nothing, `\n` (RFC 8536 §3.3).
    private static func footer(_ bytes: ArraySlice<UInt8>) throws(TZifError) -> PosixTimeZone? {
        let newline = UInt8(ascii: "\n")
        guard bytes.first == newline else { throw .footer }
        let line = bytes.dropFirst()
        guard let end = line.firstIndex(of: newline) else { throw .footer }
        if end == line.startIndex { return nil }
        guard let zone = PosixTimeZone(line[..<end]) else { throw .footer }
        return zone
    }
}

/// The 44 bytes before each block (RFC 8536 §3.1).
private struct Header {
    /// The byte of the version: 0 for version 1, else its digit in ASCII.
    let version: UInt8
    let utFlags: Int, standardFlags: Int, leapSeconds: Int
    let times: Int, types: Int, characters: Int

    init(_ reader: inout ByteReader) throws(TZifError) {
        guard try reader.take(4).elementsEqual("TZif".utf8) else { throw .notTZif }
        version = try reader.byte()
        guard [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")].contains(version) else {
            throw .version(version)
        }
        try reader.skip(15)
        utFlags = try reader.count()
        standardFlags = try reader.count()
        leapSeconds = try reader.count()
        times = try reader.count()
        types = try reader.count()
        characters = try reader.count()
        // The types may be missing in the block that newer readers skip.
        guard utFlags == 0 || utFlags == types, standardFlags == 0 || standardFlags == types else { throw .counts }
    }

    func blockBytes(timeBytes: Int) -> Int {
        times * (timeBytes + 1) + types * 6 + characters + leapSeconds * (timeBytes + 4) + standardFlags + utFlags
    }

    /// Reads the block after the header (RFC 8536 §3.2).
    ///
    /// Leap seconds and the flags after them are skipped. POSIX time has no leap seconds, and the
    /// flags are only for readers that make up rules of their own.
    func readBlock(
        _ reader: inout ByteReader, timeBytes: Int
    ) throws(TZifError) -> (times: [Int64], typeIndexes: [Int], types: [LocalTimeType]) {
        guard types > 0, types <= 256, characters > 0 else { throw .counts }
        // The file must have that many bytes. This is checked before memory is allocated.
        guard blockBytes(timeBytes: timeBytes) <= reader.rest.count else { throw .truncated }

        var moments: [Int64] = [], indexes: [Int] = []
        for _ in 0..<times {
            let moment = try reader.integer(bytes: timeBytes)
            if let last = moments.last, last >= moment { throw .transitions }
            // The earliest moment that zic writes is -2^59. Far beyond it, arithmetic would overflow.
            guard moment.magnitude <= 1 << 60 else { throw .transitions }
            moments.append(moment)
        }
        for _ in 0..<times {
            let index = Int(try reader.byte())
            guard index < types else { throw .transitions }
            indexes.append(index)
        }
        var records: [(offset: Int64, isDaylightSaving: UInt8, characters: Int)] = []
        for _ in 0..<types {
            records.append((try reader.integer(bytes: 4), try reader.byte(), Int(try reader.byte())))
        }
        let abbreviations = try reader.take(characters)
        var found: [LocalTimeType] = []
        for record in records {
            guard LocalTimeType.offsets.contains(Int(record.offset)), record.isDaylightSaving <= 1,
                  record.characters < characters
            else { throw .localTimeType }
            let tail = abbreviations.dropFirst(record.characters)
            guard let end = tail.firstIndex(of: 0), tail[..<end].allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
                throw .localTimeType
            }
            found.append(LocalTimeType(
                offset: Int(record.offset), isDaylightSaving: record.isDaylightSaving == 1,
                abbreviation: String(decoding: tail[..<end], as: UTF8.self)))
        }
        try reader.skip(leapSeconds * (timeBytes + 4) + standardFlags + utFlags)
        return (moments, indexes, found)
    }
}

private struct ByteReader {
    let bytes: [UInt8]
    var position = 0

    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func take(_ count: Int) throws(TZifError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) throws(TZifError) {
        _ = try take(count)
    }

    mutating func byte() throws(TZifError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a signed big-endian integer of 4 or 8 bytes.
    mutating func integer(bytes count: Int) throws(TZifError) -> Int64 {
        let bits = try take(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 8 ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
    }

    /// Reads an unsigned count of four bytes.
    mutating func count() throws(TZifError) -> Int {
        try take(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
