import CivilTime
import HTTP
import Places
import Runtime
import Storage

extension FeedCondition {
    /// Reads a request's validators, and whether it accepts gzip.
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

    /// Returns true if the client already has the body. If-None-Match goes before the date (RFC 9110 §13.2.2).
    func holds(_ etag: String, _ modifiedAt: Instant) -> Bool {
        if hasAny { return true }
        if let tags { return tags.contains(etag) }
        return modifiedSince.map { modifiedAt <= $0 } ?? false
    }
}

extension FeedBody {
    /// Makes the body for a request from a rendered one: gzip or plain, or without bytes if the client has them.
    init(_ body: NewFeedBody, _ condition: FeedCondition) {
        let etag = condition.wantsGzip ? body.gzipEtag : body.etag
        self.init(
            etag: etag, modifiedAt: body.modifiedAt, expiresAt: body.expiresAt,
            bytes: condition.holds(etag, body.modifiedAt) ? nil : condition.wantsGzip ? body.gzip : body.plain)
    }

    /// Returns the body for a request: without bytes if the client has them. Returns nil if the client needs the
    /// bytes and only the validators are stored.
    func under(_ condition: FeedCondition) -> FeedBody? {
        guard condition.holds(etag, modifiedAt) else { return bytes == nil ? nil : self }
        return FeedBody(etag: etag, modifiedAt: modifiedAt, expiresAt: expiresAt, bytes: nil)
    }

    /// Returns the feed, or 304 if the client has it. Both have the same validators (RFC 9110 §15.4.5).
    ///
    /// - Parameters:
    ///   - isPublic: true if caches between Jadwal and the client may store it.
    ///   - now: the present moment by this machine's clock. The caches count the seconds from it by their own clocks.
    func response(isPublic: Bool, isGzip: Bool, at now: Instant) -> Response {
        // Until the place's midnight, when the window moves, but at most an hour: a corrected minute must
        // not wait a day.
        let seconds = max(0, min(3_600, expiresAt.secondsSince1970 - now.secondsSince1970))
        var response = Response(status: bytes == nil ? .notModified : .ok)
        response.headers["Content-Type"] = "text/calendar; charset=utf-8"
        response.headers["ETag"] = etag
        response.headers["Last-Modified"] = modifiedAt.httpDate
        response.headers["Cache-Control"] = "\(isPublic ? "public" : "private"), max-age=\(seconds)"
        response.headers["Vary"] = "Accept-Encoding"
        guard let bytes else { return response }
        response.headers["Content-Disposition"] = "inline; filename=\"\(fileName).ics\""
        if isGzip { response.headers["Content-Encoding"] = "gzip" }
        response.body = .bytes(bytes)
        return response
    }
}
