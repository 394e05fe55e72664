import CFastCGI
import Glibc

/// Sets libfcgi up, once in the life of the process, before a thread uses it.
///
/// - Returns: 0, or an errno.
func startLibrary() -> Int32 { libraryStatus }

/// `FCGX_Init` is not safe to call twice at once; a global constant is initialised exactly once.
private let libraryStatus: Int32 = {
    // Every connection is closed without lingering (see `Responder`). Where libfcgi would wait for
    // its peer all the same, in milliseconds:
    setenv("LIBFCGI_OS_CLOSE_POLL_TIMEOUT", "20", 0)

    // The library takes SIGTERM and SIGUSR1 for itself, and its SIGTERM makes later requests fail.
    // They belong to whoever starts the responder, so they are given back.
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
    // Writing to a peer that has gone is an error to handle, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    return status
}()
