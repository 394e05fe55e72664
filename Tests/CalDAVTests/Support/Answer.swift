import HTTP
import Postgres
import Storage
import Testing
import XML

/// An answer of the server, with its XML read into dictionaries.
///
/// Names are written with the usual prefixes, as in `d:getetag`.
struct Answer {
    let status: Int
    let headers: Headers
    let octets: [UInt8]

    init(_ response: Response, _ octets: [UInt8]) {
        status = response.status.rawValue
        headers = response.headers
        self.octets = octets
    }

    var text: String { String(decoding: octets, as: UTF8.self) }
    var etag: String? { headers["ETag"] }
    var root: XMLElement? { try? XMLElement(reading: octets) }

    /// The condition that failed: the only element of `d:error`.
    var error: String? {
        guard let root, root.name.short == "d:error", root.elements.count == 1 else { return nil }
        return root.elements.first?.name.short
    }

    /// The parts of a multistatus by their hrefs.
    var parts: [String: Part] {
        var parts: [String: Part] = [:]
        for response in root?.all(.init("DAV:", "response")) ?? [] {
            let href = response.first(.init("DAV:", "href"))?.text ?? ""
            if parts.updateValue(Part(response), forKey: href) != nil { Issue.record("\(href) is there twice") }
        }
        return parts
    }

    /// The part of an answer that has one.
    var only: Part? { parts.count == 1 ? parts.first?.value : nil }

    /// The last segments of the hrefs, without a slash.
    var names: Set<String> {
        Set(parts.keys.map { href in String(href.split(separator: "/").last ?? "") })
    }

    /// The token at the end of a sync-collection.
    var token: String? { root?.first(.init("DAV:", "sync-token"))?.text }

    /// Returns the calendar data of an object by its name.
    func data(_ name: String) -> String? {
        parts.first { $0.key.hasSuffix("/" + name) }?.value.ok["c:calendar-data"]?.text
    }
}

/// The response of one resource in a multistatus.
struct Part {
    /// The status of the resource; nil if it has properties.
    let status: Int?
    /// The properties with status 200.
    private(set) var ok: [String: XMLElement] = [:]
    /// The statuses of the other properties.
    private(set) var failed: [String: Int] = [:]
    /// The conditions that failed.
    private(set) var errors: Set<String> = []

    init(_ response: XMLElement) {
        status = response.first(.init("DAV:", "status")).flatMap(Self.code)
        for error in response.all(.init("DAV:", "error")) { errors.formUnion(error.elements.map(\.name.short)) }
        for propStat in response.all(.init("DAV:", "propstat")) {
            let code = propStat.first(.init("DAV:", "status")).flatMap(Self.code) ?? 0
            for error in propStat.all(.init("DAV:", "error")) { errors.formUnion(error.elements.map(\.name.short)) }
            for property in propStat.first(.init("DAV:", "prop"))?.elements ?? [] {
                if code == 200 { ok[property.name.short] = property } else { failed[property.name.short] = code }
            }
        }
    }

    private static func code(_ status: XMLElement) -> Int? {
        status.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}

extension XMLName {
    var short: String {
        switch namespace {
        case "DAV:": "d:" + local
        case "urn:ietf:params:xml:ns:caldav": "c:" + local
        case "http://calendarserver.org/ns/": "cs:" + local
        case "http://apple.com/ns/ical/": "a:" + local
        default: "{\(namespace)}\(local)"
        }
    }
}

extension XMLElement {
    /// The texts of the hrefs inside, at any depth.
    var hrefs: [String] {
        elements.flatMap { $0.name.short == "d:href" ? [$0.text] : $0.hrefs }
    }

    /// The names of the elements inside, at any depth.
    var names: Set<String> {
        elements.reduce(into: []) { $0.formUnion($1.names.union([$1.name.short])) }
    }
}
