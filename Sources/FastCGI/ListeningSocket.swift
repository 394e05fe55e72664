import CFastCGI
import Glibc

/// Opens the socket that nginx connects to: non-blocking, closed in child processes.
///
/// It gets a temporary name first and is then renamed. So there is a socket at every moment while this
/// process replaces an earlier one, and nobody can connect before the permissions are set. The file is
/// never deleted: when this process stops, the name may already belong to the next one.
func openListeningSocket(_ options: ListenerOptions) throws(FastCGIError) -> Int32 {
    let path = options.socketPath
    let temporary = path + "~"
    guard var address = socketAddress(temporary) else {
        throw FastCGIError(description: "the socket's path is too long: \(path)", code: ENAMETOOLONG)
    }
    try checkReplaceable(path)

    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = socket(AF_UNIX, type, 0)
    guard socket >= 0 else { throw failure("make a socket for", path) }
    unlink(temporary)
    let isBound = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
    }
    guard isBound, chmod(temporary, mode_t(options.socketMode)) == 0,
          listen(socket, options.backlog) == 0, rename(temporary, path) == 0
    else {
        let failure = failure("listen on", path)
        close(socket)
        unlink(temporary)
        throw failure
    }
    return socket
}

/// Checks that nothing but a socket will be replaced.
///
/// - Throws: if something else has the name already.
private func checkReplaceable(_ path: String) throws(FastCGIError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw FastCGIError(description: "\(path) exists and is not a socket", code: EEXIST)
    }
}

/// Makes a socket address; nil if the path and the NUL after it do not fit.
private func socketAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
        guard path.utf8.count < room.count, !path.utf8.contains(0) else { return false }
        room.copyBytes(from: path.utf8)
        return true
    }
    return fits ? address : nil
}

private func failure(_ attempt: String, _ path: String) -> FastCGIError {
    let code = errno
    return FastCGIError(
        description: "could not \(attempt) \(path): \(String(cString: strerror(code)))", code: code)
}
