// Fetching from an address that a person typed, without being led inside the operator's network.
//
// - GuardedClient.swift: `GuardedClient`, which fetches and follows redirects. GuardedAnswer.swift: its request, answer
//   and errors.
// - OutsideAddress.swift: an address as a person types it, checked and in one form.
// - NetworkPrefix.swift: a network, as in 10.0.0.0/8. NetworkGuard.swift: the networks that are never dialled.
// - DialGuard.swift: the callbacks by which libcurl asks for each address that it would really dial.
//
// A check of the text alone is worthless: `2130706433`, `0x7f.1` and a name of anybody's domain all reach this machine.
// So the address of the socket is judged, at each connection and again before each request.

/// The limits of one fetch. Everything is counted here, since libcurl does not stop a chunked or a packed body.
public struct GuardedLimits: Sendable {
    /// The seconds for a name look-up and a connection.
    public var connectSeconds = 5
    /// The seconds for the whole fetch, with its redirects.
    public var seconds = 30
    /// A fetch ends that has fewer bytes than `slowBytes` a second for `slowSeconds`.
    public var slowBytes = 1_024
    public var slowSeconds = 10
    public var redirects = 5
    /// The bytes of a body after unpacking.
    public var bodyBytes = 10 << 20

    public init() {}
}
