public import CivilTime

/// A reader of a GTFS feed.
///
/// The files come one after another, in any order and each as pieces of bytes, as an archive gives them:
///
///     var reader = FeedReader(zone: systemZone)
///     for each file of the archive {
///         guard try reader.begin(name, bytes: declaredLength) else { continue }
///         for each piece { try reader.read(piece) }
///         try reader.end()
///     }
///     let feed = try reader.feed()
///
/// A file is never kept. What is kept of it is one number for each id and a pattern for each way through the stops.
public struct FeedReader {
    private let limits: FeedLimits
    private let zone: (String) -> TimeZoneRules?
    private var draft: FeedDraft
    private var table: TableReader?, columns: Columns?, current = FeedFile.agency
    private var seen: Set<FeedFile> = []
    private var bytes = 0

    /// - Parameter zone: finds a zone of the IANA database by its name.
    public init(limits: FeedLimits = FeedLimits(), zone: @escaping (String) -> TimeZoneRules?) {
        self.limits = limits
        self.zone = zone
        draft = FeedDraft(limits)
    }

    /// Begins a file of the archive.
    ///
    /// Only names that the standard has are wanted, and none with a folder. So no name from an archive leads anywhere.
    ///
    /// - Parameter bytes: the length that the archive declares; nil if it is not known. It is not trusted: what comes
    ///   counts too.
    /// - Returns: false if the file is not wanted. Then nothing of it may be read.
    public mutating func begin(_ name: String, bytes declared: Int? = nil) throws(FeedError) -> Bool {
        guard let file = FeedFile(name: name) else { return false }
        guard seen.insert(file).inserted else { throw .repeatedFile(file) }
        if let declared, declared > limits.bytes - bytes { throw .tooLarge(limit: limits.bytes) }
        current = file
        columns = nil
        table = TableReader(file, rowBytes: limits.rowBytes)
        return true
    }

    /// Reads the next bytes of the file that has begun.
    public mutating func read(_ piece: UnsafeRawBufferPointer) throws(FeedError) {
        bytes += piece.count
        guard bytes <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        guard var table else { return }
        // The reader must not be in two places, or it would be copied.
        self.table = nil
        try table.read(piece) { row throws(FeedError) in try take(row) }
        self.table = table
    }

    public mutating func read(_ piece: [UInt8]) throws(FeedError) {
        let result: Result<Void, FeedError> = piece.withUnsafeBytes { bytes in
            do throws(FeedError) { return .success(try read(bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Ends the file that has begun.
    public mutating func end() throws(FeedError) {
        guard var table else { return }
        self.table = nil
        if let line = try table.finish({ row throws(FeedError) in try take(row) }) {
            draft.report(.openQuote, current, line)
        }
        // A file without any row has no columns either.
        guard columns != nil else { throw .missingColumn(current, current.requiredColumns.first ?? "") }
        if current == .stopTimes { draft.stopTimes.closeTrip() }
    }

    /// Makes the feed of all files.
    public consuming func feed() throws(FeedError) -> TransitFeed {
        for file in [FeedFile.agency, .stops, .routes, .trips, .stopTimes] where !seen.contains(file) {
            throw .missingFile(file)
        }
        guard seen.contains(.calendar) || seen.contains(.calendarDates) else { throw .missingFile(.calendar) }
        return try FeedAssembly(draft, limits).feed(zone)
    }

    private mutating func take(_ row: TableRow) throws(FeedError) {
        if let columns {
            try draft.take(row, columns, of: current)
        } else {
            columns = try Columns(row, of: current, FeedDraft.columns(of: current))
        }
    }
}
