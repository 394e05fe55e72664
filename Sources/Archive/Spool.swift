import Glibc
import Synchronization
import System

/// Octets that wait until they are used: in memory up to a limit, and beyond it in a file without a name.
///
/// So a copy of 200 MB is whole before its first octet is sent, and takes little memory. The file is gone with its last
/// reader, also if the process is killed.
public final class Spool: Sendable {
    private struct State {
        var memory: [[UInt8]] = []
        var memoryOctets = 0
        var fileOctets = 0
        var descriptor: Int32 = -1
    }

    private let state = Mutex(State())
    private let mostInMemory: Int

    /// - Parameter mostInMemory: the most octets that stay in memory.
    public init(mostInMemory: Int = 16 << 20) {
        self.mostInMemory = mostInMemory
    }

    deinit {
        let descriptor = state.withLock { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    /// The number of all octets.
    public var count: Int { state.withLock { $0.memoryOctets + $0.fileOctets } }
    /// The number of those in the file.
    var countInFile: Int { state.withLock { $0.fileOctets } }

    /// Appends octets.
    ///
    /// - Throws: `SpoolError` if the file cannot be made or written.
    public func append(_ octets: [UInt8]) throws(SpoolError) {
        try state.withLock { state throws(SpoolError) in
            // Once some octets are in the file, all later ones go there, so that the order stays.
            if state.fileOctets == 0, state.memoryOctets + octets.count <= mostInMemory {
                state.memory.append(octets)
                state.memoryOctets += octets.count
                return
            }
            if state.descriptor < 0 { state.descriptor = try namelessFile() }
            guard octets.withUnsafeBytes({ writeAll($0, to: state.descriptor) })
            else { throw SpoolError(code: errno) }
            state.fileOctets += octets.count
        }
    }

    /// Writes all octets in their order, a piece at a time.
    public func write(_ write: ([UInt8]) throws -> Void) throws {
        let (memory, fileOctets, descriptor) = state.withLock { ($0.memory, $0.fileOctets, $0.descriptor) }
        for piece in memory { try write(piece) }
        var position = 0
        while position < fileOctets {
            let piece = try get(min(Self.piece, fileOctets - position), from: descriptor, at: position)
            position += piece.count
            try write(piece)
        }
    }

    private static let piece = 256 << 10
}

/// The system's refusal of a temporary file, as of one on a full disk.
public struct SpoolError: Error, Equatable, Sendable {
    /// The errno.
    public let code: Int32
}

private func namelessFile() throws(SpoolError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    var path = Array((folder + "/jadwal-spool-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw SpoolError(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
}

private func get(_ wanted: Int, from descriptor: Int32, at position: Int) throws(SpoolError) -> [UInt8] {
    while true {
        var code: Int32 = 0
        let octets = [UInt8](unsafeUninitializedCapacity: wanted) { room, count in
            let got = pread(descriptor, room.baseAddress, wanted, off_t(position))
            code = got < 0 ? errno : 0
            count = max(0, got)
        }
        if code == EINTR { continue }
        guard !octets.isEmpty else { throw SpoolError(code: code) }
        return octets
    }
}
