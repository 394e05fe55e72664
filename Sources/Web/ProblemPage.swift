public import HTTP
public import Runtime
import Templates

/// The page of a refusal or a fault. It says what to do.
struct ProblemPage: Page {
    static let template = "errors/problem"
    /// The status and the number of the request; nil if the visitor caused the error and nobody has to look for it.
    var status: String?
    var requestID: String?
    var heading: String
    var message: String
    var hint: String?
    var retrySeconds: String?
}

extension App {
    /// Returns the error page; the 500 page if `refusal` is nil, and a plain text if `visit` is nil.
    public func page(_ refusal: Refusal?, _ visit: Visit?) -> Response {
        guard let visit else { return plain(refusal) }
        let (status, key, seconds) = wording(refusal)
        let language = visit.language, format = formatter(visit)
        let values = seconds.map { ["wait": format.wait($0)] } ?? [:]
        let hintKey = "error.\(key).hint", isFault = status.rawValue >= 500
        var response = page(
            ProblemPage(
                status: isFault ? format.number(status.rawValue) : nil,
                requestID: isFault ? visit.request.id : nil,
                heading: text("error.\(key).heading", language),
                message: text("error.\(key).message", language, values),
                hint: shared.templates.catalogue.raw(hintKey, language).map { _ in text(hintKey, language, values) },
                retrySeconds: seconds.map { String($0) }),
            visit, status: status)
        addFacts(of: refusal, to: &response)
        return response
    }

    /// Returns the error as a line of text, for programs.
    public func plain(_ refusal: Refusal?) -> Response {
        let (status, key, seconds) = wording(refusal)
        let values = seconds.map { ["wait": formatter(.english).wait($0)] } ?? [:]
        var response = Response.text(text("error.\(key).message", .english, values) + "\n", status: status)
        addFacts(of: refusal, to: &response)
        return response
    }

    private func addFacts(of refusal: Refusal?, to response: inout Response) {
        response.headers["Cache-Control"] = "no-store"
        switch refusal {
        case .tooManyRequests(let seconds), .unavailable(let seconds):
            response.headers["Retry-After"] = String(seconds)
        case .methodNotAllowed(let allow):
            response.headers["Allow"] = allow
        default: break
        }
    }

    /// The status, the middle part of the catalogue's keys, and the seconds to wait.
    private func wording(_ refusal: Refusal?) -> (Status, String, Int?) {
        switch refusal {
        case .badRequest: (.badRequest, "400", nil)
        case .forgedForm: (.forbidden, "csrf", nil)
        case .notFound: (.notFound, "404", nil)
        case .methodNotAllowed: (.methodNotAllowed, "405", nil)
        case .payloadTooLarge: (.payloadTooLarge, "413", nil)
        case .unsupportedMediaType: (.unsupportedMediaType, "415", nil)
        case .headersTooLarge: (.headersTooLarge, "431", nil)
        case .tooManyRequests(let seconds): (.tooManyRequests, "429", seconds)
        case .unavailable(let seconds): (.serviceUnavailable, "503", seconds)
        case .faulty(let text): (.serviceUnavailable, text, nil)
        case .signInFirst: (.forbidden, "403", nil)
        case nil: (.internalServerError, "500", nil)
        }
    }
}
