import CivilTime
import HTTP
import Places
import Runtime
import Storage

extension FeedCondition {
    /// What a request has already and what it can unpack.
    init(_ request: Request, at now: Instant) {
        self.init()
        wantsGzip = AcceptEncoding(request.headers["Accept-Encoding"]).prefersGzip
        let header = request.headers.values("If-None-Match")
        if !header.isEmpty {
            switch EntityTags(header.joined(separator: ", ")) {
            case .any: hasAny = true
            case .these(let tags): self.tags = tags
            }
        }
        modifiedSince = request.headers["If-Modified-Since"].flatMap { Instant(httpDate: $0, now: now) }
    }

    /// Whether a body need not be sent again. If-None-Match goes before the date (RFC 9110 §13.2.2).
    func holds(_ etag: String, _ modifiedAt: Instant) -> Bool {
        if hasAny { return true }
        if let tags { return tags.contains(etag) }
        return modifiedSince.map { modifiedAt <= $0 } ?? false
    }
}

extension FeedBody {
    /// What was just rendered, as the request wants it.
    init(_ body: NewFeedBody, _ condition: FeedCondition) {
        let etag = condition.wantsGzip ? body.gzipEtag : body.etag
        self.init(
            etag: etag, modifiedAt: body.modifiedAt, expiresAt: body.expiresAt,
            bytes: condition.holds(etag, body.modifiedAt) ? nil : condition.wantsGzip ? body.gzip : body.plain)
    }

    /// What is at hand, the bytes left away where the client has them; nil where the client wants
    /// them and only the validators are at hand.
    func under(_ condition: FeedCondition) -> FeedBody? {
        guard condition.holds(etag, modifiedAt) else { return bytes == nil ? nil : self }
        return FeedBody(etag: etag, modifiedAt: modifiedAt, expiresAt: expiresAt, bytes: nil)
    }

    /// The feed, or 304 where the client has it. Both carry the same validators (RFC 9110 §15.4.5).
    ///
    /// - Parameter isPublic: whether anything between us and the client may keep it.
    func response(isPublic: Bool, isGzip: Bool, at now: Instant) -> Response {
        // Until the place's midnight, when the window moves, and an hour at the most: a corrected
        // minute should not wait a day.
        let seconds = max(0, min(3_600, expiresAt.secondsSince1970 - now.secondsSince1970))
        var response = Response(status: bytes == nil ? .notModified : .ok)
        response.headers["Content-Type"] = "text/calendar; charset=utf-8"
        response.headers["ETag"] = etag
        response.headers["Last-Modified"] = modifiedAt.httpDate
        response.headers["Cache-Control"] = "\(isPublic ? "public" : "private"), max-age=\(seconds)"
        response.headers["Vary"] = "Accept-Encoding"
        guard let bytes else { return response }
        response.headers["Content-Disposition"] = "inline; filename=\"prayer.ics\""
        if isGzip { response.headers["Content-Encoding"] = "gzip" }
        response.body = .bytes(bytes)
        return response
    }
}
