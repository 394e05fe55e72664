/// An error that ends the reading of a feed.
public enum FeedError: Error, Hashable, Sendable {
    case missingFile(FeedFile)
    case missingColumn(FeedFile, String)
    /// A file is in the archive twice.
    case repeatedFile(FeedFile)
    /// The files are longer than the limit, or say so before they are read.
    case tooLarge(limit: Int)
    case tooMany(FeedFile, limit: Int)
    /// A row is longer than the limit, which happens if a quote is not closed.
    case rowTooLong(FeedFile, line: Int)
    /// The system has no zone of this name, or the feed names none.
    case unknownZone(String, line: Int)
    /// The feed has no trip that can be used.
    case noTrips
}
