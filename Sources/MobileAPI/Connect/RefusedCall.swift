import Calendars
import HTTP
import Runtime
import Web

extension App {
    /// Returns an error of a service as an error of Connect. A fault is logged here, once, and its words say nothing
    /// but the request's number.
    func callError(for error: any Error, _ request: Request) -> CallError {
        switch error {
        case let error as CallError: return error
        case let error as CalendarRefusal: return CallError(error)
        case let error as EventRefusal: return CallError(error)
        default: break
        }
        guard let refusal = refusal(for: error, request) else { return CallError(.internal, "api.internal") }
        return CallError(refusal)
    }
}

extension CallError {
    /// Makes the error of a refusal.
    init(_ refusal: Refusal) {
        switch refusal {
        case .badRequest, .forgedForm, .methodNotAllowed, .unsupportedMediaType, .headersTooLarge:
            self.init(.invalidArgument, "api.unreadable")
        case .notFound: self.init(.notFound, "api.not-found")
        case .payloadTooLarge: self.init(.resourceExhausted, "api.too-large")
        case .tooManyRequests(let seconds):
            self.init(.resourceExhausted, "api.too-many", retrySeconds: seconds)
        // The account was deleted meanwhile.
        case .signInFirst: self.init(.unauthenticated, "api.unauthenticated")
        case .unavailable(let seconds): self.init(.unavailable, "api.unavailable", retrySeconds: seconds)
        case .faulty(let text): self.init(.internal, "error.\(text).message")
        }
    }

    /// Makes the error of a verb of calendars.
    init(_ refusal: CalendarRefusal) {
        switch refusal {
        case .noCalendar, .noObject: self.init(.notFound, "api.not-found")
        case .addressTaken: self.init(.alreadyExists, "api.exists")
        case .uidTaken: self.init(.alreadyExists, "api.exists")
        case .addressTooLong, .invalid, .uidTooLong: self.init(.invalidArgument, "api.invalid")
        case .readOnly: self.init(.permissionDenied, "api.read-only")
        case .defaultStays: self.init(.failedPrecondition, "api.default-stays")
        case .tooManyCalendars, .tooManyObjects, .full, .tooManyProperties:
            self.init(.resourceExhausted, "api.full")
        }
    }

    /// Makes the error of an event that was not changed. `EventErrors.swift` words an overtaken one, which has details.
    init(_ refusal: EventRefusal) {
        switch refusal {
        case .overtaken: self.init(.aborted, "api.stale")
        case .notAnEvent, .noOccurrence: self.init(.notFound, "api.not-found")
        case .unclearRule, .severalRules, .tooFar: self.init(.failedPrecondition, "api.other-span")
        }
    }
}
