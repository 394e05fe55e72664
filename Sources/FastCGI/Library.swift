import CFastCGI
import Glibc

/// Initializes libfcgi, once in a process. Call it before a thread uses the library.
///
/// - Returns: 0, or an errno.
func startLibrary() -> Int32 { libraryStatus }

/// The status of `FCGX_Init`, which two threads must not call at once. A global constant is initialized
/// exactly once.
private let libraryStatus: Int32 = {
    // Every connection is closed without lingering (see `Responder`). This is the limit, in
    // milliseconds, if libfcgi waits for the peer nevertheless.
    setenv("LIBFCGI_OS_CLOSE_POLL_TIMEOUT", "20", 0)

    // libfcgi installs handlers for SIGTERM and SIGUSR1. After its SIGTERM later requests fail. The
    // signals belong to the program, so their earlier handlers are restored.
    let claimed = [SIGTERM, SIGUSR1].map { signal in
        var action = sigaction()
        sigaction(signal, nil, &action)
        return (signal, action)
    }
    let status = FCGX_Init()
    for (signal, action) in claimed {
        var action = action
        sigaction(signal, &action, nil)
    }
    // A write to a peer that has disconnected must be an error and not end the process.
    signal(SIGPIPE, SIG_IGN)
    return status
}()
