import Archive
import Calendars
import CivilTime
import Crypto
package import HTTP
import Logging
package import Runtime
import Storage
import Web

extension CalendarPages {
    /// `GET /feeds/{feed}.ics`: a calendar for anybody who has its secret address.
    package static func publicFeed(_ request: Request, _ app: App) throws -> Response {
        guard request.query.isEmpty, let digest = Token(text: request.parameter("feed"))?.digest,
              let calendar = try PublicCalendar(tokenDigest: digest, app)
        else { return notFound }
        let wantsGzip = AcceptEncoding(request.headers["Accept-Encoding"]).prefersGzip
        let tags = FeedTags(calendar.tag), header = request.headers.values("If-None-Match").joined(separator: ", ")
        if !header.isEmpty, let tag = tags.first(in: EntityTags(header), wantsGzip) {
            return answer(tag, status: .notModified)
        }
        let key = Array("calendar \(wantsGzip ? tags.gzip : tags.plain)".utf8), now = app.now()
        if let kept = app.shared.feeds.value(key, at: now), let bytes = kept.bytes {
            return answer(tags, bytes, isGzip: wantsGzip)
        }
        try countRendering(digest, request, app)
        let ticket = app.shared.feeds.ticket()
        let file = Spool()
        try calendar.write { try file.append($0) }
        // A larger one goes out as it is, piece by piece.
        guard file.count <= mostAnswerOctets else {
            var response = answer(tags.plain, status: .ok)
            response.body = .stream { writer in try file.write { try writer.write($0) } }
            return response
        }
        var text: [UInt8] = []
        try file.write { text += $0 }
        let bytes = wantsGzip ? try gzipped(text) : text
        let until = now + .seconds(3_600)
        app.shared.feeds.keep(
            FeedBody(etag: tags.plain, modifiedAt: now, expiresAt: until, bytes: bytes), for: key, until: until,
            bytes: 256 + bytes.count, ticket)
        return answer(tags, bytes, isGzip: wantsGzip)
    }

    /// Counts a text before it is written: for one address, 120 in an hour. Those in memory are not counted.
    private static func countRendering(_ digest: [UInt8], _ request: Request, _ app: App) throws {
        let throttle = app.throttle("calendar.feed", digest, limit: 120, seconds: 3_600)
        if let seconds = try app.count([throttle]) {
            app.log.warning("feed limit", metadata: ["request": "\(request.id)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }

    private static func answer(_ tags: FeedTags, _ bytes: [UInt8], isGzip: Bool) -> Response {
        var response = answer(isGzip ? tags.gzip : tags.plain, status: .ok)
        if isGzip { response.headers["Content-Encoding"] = "gzip" }
        response.body = .bytes(bytes)
        return response
    }

    private static func answer(_ tag: String, status: Status) -> Response {
        var response = Response(status: status)
        response.headers["Content-Type"] = "text/calendar; charset=utf-8"
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "private, max-age=300"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["X-Robots-Tag"] = "noindex"
        if status == .ok { response.headers["Content-Disposition"] = "inline; filename=\"calendar.ics\"" }
        return response
    }

    private static var notFound: Response {
        var response = Response.text("There is no such calendar.\n", status: .notFound)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

/// The entity tags of the two forms of a text.
private struct FeedTags {
    let plain: String
    let gzip: String

    init(_ tag: String) {
        plain = "\"\(tag)\""
        gzip = "\"\(tag)-gzip\""
    }

    /// Returns the tag that a client has; nil if it has none of them.
    func first(in known: EntityTags, _ wantsGzip: Bool) -> String? {
        switch known {
        case .any: wantsGzip ? gzip : plain
        case .these(let tags): [gzip, plain].first { tags.contains($0) }
        }
    }
}
