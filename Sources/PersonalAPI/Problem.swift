import Calendars
import HTTP
import Logging
import Planning
import Runtime
import Web

/// An error as JSON (RFC 9457).
struct Problem: Encodable, Error {
    var type = "about:blank"
    let title: String
    let status: Int
    /// A sentence for the person who set the program up.
    let detail: String
    /// The name of the reason, for programs.
    let code: String
    /// Every field that is wrong; nil for another error.
    var errors: [WrongField]?

    init(_ status: Status, code: String, _ detail: String, errors: [WrongField]? = nil) {
        title = status == .preconditionRequired ? "Precondition Required" : status.reason
        self.status = status.rawValue
        self.code = code
        self.detail = detail
        self.errors = errors
    }

    /// The response with this problem.
    func response() throws -> Response {
        try .json(self, status: Status(rawValue: status), type: "application/problem+json")
    }
}

/// A field of a body, or a parameter of an address, with a value that it cannot have.
struct WrongField: Encodable, Hashable {
    let field: String
    /// `unknown` for a field that does not exist, `value` for a wrong value, `missing`.
    let code: String
    let detail: String
}

extension Problem {
    /// The problem of a body whose fields are wrong.
    static func fields(_ errors: [WrongField]) -> Problem {
        Problem(
            .unprocessableContent, code: "fields", "Nothing was changed, because some fields are wrong.",
            errors: errors)
    }

    /// The problem of one field with a value that it cannot have.
    static func field(_ name: String, _ detail: String) -> Problem {
        fields([WrongField(field: name, code: "value", detail: detail)])
    }

    static let notFound = Problem(.notFound, code: "not-found", "There is nothing at this address.")

    /// The problem of something that another program or page changed meanwhile.
    static let stale = Problem(
        .preconditionFailed, code: "etag",
        "It was changed meanwhile. Read it again, and send the ETag of what you read.")
}

extension App {
    /// Returns the response to an error. A fault is logged, once, and its words say nothing.
    func problem(for error: any Error, _ request: Request) -> Response {
        do {
            switch error {
            case let problem as Problem: return try problem.response()
            case let refusal as CalendarRefusal: return try Problem(refusal).response()
            case let refusal as EventRefusal: return try Problem(refusal).response()
            default: return try problem(refusal(for: error, request))
            }
        } catch {
            log.error("fault", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return Response(status: .internalServerError)
        }
    }

    /// Returns the response to a refusal; to a fault if it is nil.
    func problem(_ refusal: Refusal?) throws -> Response {
        // The status, the sentence and the headers are those that every program gets.
        let worded = plain(refusal), sentence = String(decoding: try worded.collectBody(), as: UTF8.self)
        let code = switch refusal {
        case nil, .faulty: "fault"
        case .notFound: "not-found"
        case .methodNotAllowed: "method"
        case .payloadTooLarge, .headersTooLarge: "too-large"
        case .tooManyRequests: "too-many"
        case .unavailable: "unavailable"
        case .signInFirst: "token"
        case .badRequest, .forgedForm, .unsupportedMediaType: "unreadable"
        }
        let status = refusal.map { if case .signInFirst = $0 { Status.unauthorized } else { worded.status } }
        let problem = Problem(
            status ?? worded.status, code: code, sentence.trimmingSuffix { $0 == "\n" })
        var response = try problem.response()
        for name in ["Retry-After", "Allow"] { response.headers[name] = worded.headers[name] }
        return response
    }
}

extension String {
    fileprivate func trimmingSuffix(_ isDropped: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isDropped(last) { text.removeLast() }
        return String(text)
    }
}

extension Problem {
    init(_ refusal: CalendarRefusal) {
        switch refusal {
        case .noCalendar, .noObject: self = .notFound
        case .addressTaken, .uidTaken:
            self.init(.conflict, code: "exists", "There is one with this name already.")
        case .addressTooLong, .invalid, .uidTooLong:
            self.init(.unprocessableContent, code: "invalid", "It breaks a rule of calendars.")
        case .readOnly: self.init(.forbidden, code: "read-only", "Nobody can write into this calendar here.")
        case .defaultStays:
            self.init(.conflict, code: "default", "New events go into this calendar, so it can’t be deleted.")
        case .tooManyCalendars, .tooManyObjects, .full, .tooManyProperties:
            self.init(.conflict, code: "full", "There is no more room. Delete something first.")
        }
    }

    init(_ refusal: EventRefusal) {
        switch refusal {
        case .overtaken: self = .stale
        case .notAnEvent, .noOccurrence: self = .notFound
        case .unclearRule, .severalRules, .tooFar:
            self.init(
                .conflict, code: "series", "This series can’t be divided here. Change one event of it, or all.")
        }
    }
}
