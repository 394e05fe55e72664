/// Keys of this installation, made at the first start, each for one purpose only; `KeyKind.all` is their table.
///
/// They lie in `secrets/` of the data folder, readable by the service alone. All responders and
/// workers of one installation share the folder or copies of it. A process reads its keys once,
/// when it starts: after `jadwal keys rotate`, restart `jadwal serve` and `jadwal work`.
public struct Secrets: Sendable {
    public let forms: KeyRing
    public let codes: KeyRing
    public let throttles: KeyRing
    public let feeds: KeyRing
    public let browsers: KeyRing
    public let devices: KeyRing
    public let messages: KeyRing
    public let notices: KeyRing
    public let vapid: KeyRing
    public let tokens: KeyRing
    public let refreshes: KeyRing
    public let outside: KeyRing

    public init(
        forms: KeyRing, codes: KeyRing, throttles: KeyRing, feeds: KeyRing, browsers: KeyRing, devices: KeyRing,
        messages: KeyRing, notices: KeyRing, vapid: KeyRing, tokens: KeyRing, refreshes: KeyRing, outside: KeyRing
    ) {
        self.forms = forms
        self.codes = codes
        self.throttles = throttles
        self.feeds = feeds
        self.browsers = browsers
        self.devices = devices
        self.messages = messages
        self.notices = notices
        self.vapid = vapid
        self.tokens = tokens
        self.refreshes = refreshes
        self.outside = outside
    }

    /// Reads the keys of a data folder; the folder and missing keys are made.
    public init(directory data: String) throws {
        try KeyFolder.make(data: data)
        let folder = try KeyFolder(data: data, .reading)
        forms = try folder.ring(.forms)
        codes = try folder.ring(.codes)
        throttles = try folder.ring(.throttles)
        feeds = try folder.ring(.feeds)
        browsers = try folder.ring(.browsers)
        devices = try folder.ring(.devices)
        messages = try folder.ring(.messages)
        notices = try folder.ring(.notices)
        vapid = try folder.ring(.vapid)
        tokens = try folder.ring(.tokens)
        refreshes = try folder.ring(.refreshes)
        outside = try folder.ring(.outside)
    }
}

public struct SecretError: Error, CustomStringConvertible {
    public let description: String
}
