public import HTTP
public import XML

// Answers, written straight into octets.
//
// - Answers.swift: responses and the statuses of properties.
// - PropertyWriting.swift: the values of properties. Privileges.swift: privileges and access control.
// - FreeBusyAnswer.swift: the answer of a free-busy-query.
//
// A text that a caller passes is escaped. A path is percent-encoded by `Href.text`, which leaves nothing to escape.

extension XMLWriter {
    /// Writes a DAV:response with the properties of one resource (RFC 4918 §14.24).
    ///
    /// - Parameters:
    ///   - href: the path as `Href.text` gives it.
    ///   - propStats: writes one or more `propStat`.
    @inlinable
    public mutating func response<E: Error>(
        _ href: String, _ propStats: (inout XMLWriter) throws(E) -> Void
    ) throws(E) {
        raw("<d:response><d:href>")
        text(href)
        raw("</d:href>")
        try propStats(&self)
        raw("</d:response>\n")
    }

    /// Writes a DAV:response with the status of one resource.
    ///
    /// - Parameters:
    ///   - precondition: the condition that failed.
    ///   - description: a sentence for people.
    public mutating func response(
        _ href: String, _ status: Status, _ precondition: Precondition? = nil, description: String? = nil
    ) {
        response(href) { writer in
            writer.status(status)
            writer.error(precondition, description)
        }
    }

    /// Writes a DAV:propstat: the properties that have one status. Without properties, it writes nothing.
    ///
    /// - Parameter properties: writes the elements of the properties, with values if the status is 200.
    @inlinable
    public mutating func propStat<E: Error>(
        _ status: Status, _ precondition: Precondition? = nil, description: String? = nil,
        _ properties: (inout XMLWriter) throws(E) -> Void
    ) throws(E) {
        let start = bytes.count
        raw("<d:propstat><d:prop>")
        let empty = bytes.count
        try properties(&self)
        guard bytes.count > empty else { return truncate(to: start) }
        raw("</d:prop>")
        self.status(status)
        error(precondition, description)
        raw("</d:propstat>")
    }

    /// Writes a DAV:sync-token, at the end of the answer to a sync-collection (RFC 6578 §6.4).
    public mutating func syncToken(_ token: SyncToken) {
        element("d:sync-token", token.text)
    }

    @usableFromInline
    mutating func status(_ status: Status) {
        switch status {
        // Most of all statuses, without making a text.
        case .ok: raw("<d:status>HTTP/1.1 200 OK</d:status>")
        case .notFound: raw("<d:status>HTTP/1.1 404 Not Found</d:status>")
        default: element("d:status", "HTTP/1.1 \(status)")
        }
    }

    @usableFromInline
    mutating func error(_ precondition: Precondition?, _ description: String?) {
        if let precondition {
            element("d:error") { $0.element(precondition.element) }
        }
        if let description { element("d:responsedescription", description) }
    }
}

/// The media type of every XML answer.
public let xmlContentType = "application/xml; charset=utf-8"
