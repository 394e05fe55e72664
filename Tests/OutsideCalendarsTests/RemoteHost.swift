import LocalServer
import Synchronization

/// A CalDAV server on this machine with one calendar, which can have the faults of real ones.
final class RemoteHost: Sendable {
    let port: Int
    private let state = Mutex(State())

    /// The habits of a server.
    struct State {
        var password = "right"
        var objects: [String: (tag: Int, text: String)] = [:]
        /// The names that changed, in their order.
        var changes: [String] = []
        var hasSync = true
        var hasCTag = true
        var givesTags = true
        /// The status with which every token is refused; nil if they are known.
        var refusesTokens: Int?
        /// The most changes of one answer.
        var mostChanges = Int.max
        /// The status of every answer; nil for the usual ones.
        var status: Int?
        /// Names that are listed, and not found when they are asked for.
        var missing: Set<String> = []
        var asked: [String] = []
        /// The status of every answer of a second calendar, which is listed first; nil for a server without it.
        var illStatus: Int?
        /// True if the answer to a multiget has each object twice, and one that was not asked for.
        var repeatsObjects = false
        /// The status of a calendar-query; nil for the usual answer.
        var queryStatus: Int?
        /// The calendars that are listed beside the usual one.
        var moreCalendars = 0
        /// The home as the person names it; nil for the usual one.
        var namedHome: String?
    }

    private final class Door: Sendable {
        let answer = Mutex<(@Sendable (String, String) -> String)?>(nil)
    }

    static let home = "/cal/sara/", calendar = "/cal/sara/work/", ill = "/cal/sara/ill/"

    init() throws {
        let door = Door()
        let server = try ScriptedServer(connections: 3_000) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            let length = head.lowercased().firstMatch(of: /content-length: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
            let body = length > 0 ? peer.hear(count: length) ?? "" : ""
            peer.say(door.answer.withLock { $0 }?(head, body) ?? "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n")
        }
        port = server.port
        door.answer.withLock { $0 = { [weak self] in self?.answer($0, $1) ?? "" } }
    }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    var asked: [String] { state.withLock { $0.asked } }

    func put(_ name: String, _ text: String) {
        change { state in
            state.changes.append(name)
            state.objects[name] = (state.changes.count, text)
        }
    }

    func remove(_ name: String) {
        change { state in
            state.changes.append(name)
            state.objects[name] = nil
        }
    }

    private func answer(_ head: String, _ body: String) -> String {
        state.withLock { state in
            let words = head.split(separator: " ")
            let path = words.count > 1 ? String(words[1]) : "/"
            let report = body.firstMatch(of: /:(sync-collection|calendar-multiget|calendar-query)/).map { String($0.1) }
            state.asked.append("\(words.first ?? "") \(path)" + (report.map { " " + $0 } ?? ""))
            guard head.contains("Basic " + RemoteHost.basic(state.password)) else { return Self.empty(401) }
            if let status = state.status { return Self.empty(status) }
            switch (path, report) {
            case ("/", _):
                let principal = "<d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>"
                return Self.many([Self.found(path, principal)])
            case ("/me/", _):
                let home = "<c:calendar-home-set><d:href>\(state.namedHome ?? Self.home)</d:href></c:calendar-home-set>"
                return Self.many([Self.found(path, home)])
            case (Self.home, _):
                let more = (0..<state.moreCalendars).map { state.list("\(Self.home)\($0)/", "More \($0)") }
                let ill = state.illStatus == nil ? [] : [state.list(Self.ill, "Ill")]
                return Self.many(ill + [state.listed, state.listed] + more)
            case (Self.ill, _): return Self.empty(state.illStatus ?? 404)
            case (Self.calendar, "sync-collection"): return state.synchronized(body)
            case (Self.calendar, "calendar-multiget"): return state.objects(body)
            case (Self.calendar, "calendar-query"):
                return state.queryStatus.map { Self.empty($0) } ?? Self.many(state.members)
            case (Self.calendar, _):
                return Self.many([state.listed] + (head.lowercased().contains("depth: 1") ? state.members : []))
            default: return Self.empty(404)
            }
        }
    }

    /// The passwords of the tests as Basic sends them, with the user `sara`.
    private static func basic(_ password: String) -> String {
        ["right": "c2FyYTpyaWdodA==", "wrong": "c2FyYTp3cm9uZw=="][password] ?? "?"
    }

    fileprivate static func empty(_ status: Int) -> String { "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n" }

    fileprivate static func found(_ path: String, _ properties: String) -> String {
        """
        <d:response><d:href>\(path)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    fileprivate static func many(_ responses: [String], _ more: String = "", status: Int = 207) -> String {
        let body = """
            <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
            xmlns:cs="http://calendarserver.org/ns/">\(responses.joined())\(more)</d:multistatus>
            """
        return "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}

extension RemoteHost.State {
    /// The calendar in a list, with its state.
    fileprivate var listed: String { list(RemoteHost.calendar, "Work") }

    fileprivate func list(_ path: String, _ name: String) -> String {
        let token = "<d:sync-token>t-\(changes.count)</d:sync-token>"
        let tag = "<cs:getctag>c-\(changes.count)</cs:getctag>"
        return RemoteHost.found(path, """
            <d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>\(name)</d:displayname>\
            <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
            """ + (hasSync ? token : "") + (hasCTag ? tag : ""))
    }

    fileprivate var members: [String] { objects.keys.sorted().map { member($0) } }

    private func member(_ name: String, _ more: String = "") -> String {
        guard let object = objects[name], !missing.contains(name) || more.isEmpty else {
            return Self.status(name, "404 Not Found")
        }
        let tag = givesTags ? "<d:getetag>&quot;\(object.tag)&quot;</d:getetag>" : "<d:displayname/>"
        return RemoteHost.found(RemoteHost.calendar + name, tag + more)
    }

    private static func status(_ name: String, _ status: String) -> String {
        """
        <d:response><d:href>\(RemoteHost.calendar)\(name)</d:href><d:status>HTTP/1.1 \(status)</d:status>\
        </d:response>
        """
    }

    fileprivate func synchronized(_ body: String) -> String {
        if let refusesTokens { return refusesTokens == 207 ? RemoteHost.many([]) : RemoteHost.empty(refusesTokens) }
        guard hasSync else { return RemoteHost.empty(415) }
        let since = body.firstMatch(of: /t-([0-9]+)/).flatMap { Int($0.1) } ?? 0
        let part = changes.dropFirst(since).prefix(mostChanges), isCut = since + part.count < changes.count
        let cut = Self.status("", "507 Full")
        return RemoteHost.many(
            Set(part).sorted().map { member($0) } + (isCut ? [cut] : []),
            "<d:sync-token>t-\(since + part.count)</d:sync-token>")
    }

    fileprivate func objects(_ body: String) -> String {
        let asked = body.matches(of: /work\/([^<]+)<\/d:href>/).map { String($0.1) }
        let names = repeatsObjects ? asked + asked + [objects.keys.min() ?? ""] : asked
        return RemoteHost.many(names.map { name in
            let text = objects[name]?.text ?? ""
            return member(name, "<c:calendar-data>\(text.replacing("\r\n", with: "&#13;\n"))</c:calendar-data>")
        })
    }
}
