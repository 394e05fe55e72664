import Calendars
import DAV
import HTTP
import Runtime
import Templates
import Web

extension App {
    /// Returns the answer to a request that failed.
    func answer(_ error: any Error, _ request: Request) -> Response {
        switch error {
        case is SignInRequired:
            var response = Response.text(text("error.device-sign-in.message", .english) + "\n", status: .unauthorized)
            response.headers["WWW-Authenticate"] = "Basic realm=\"Jadwal\", charset=\"UTF-8\""
            return response
        case let error as DAVError: return answer(error)
        case let refusal as CalendarRefusal: return answer(DAVError(refusal, at: request.path, self))
        default: return plain(refusal(for: error, request))
        }
    }

    /// Returns the answer of a refused request: the element that says why, or a sentence if no standard has one.
    private func answer(_ error: DAVError) -> Response {
        if let body = error.body {
            return Response(status: error.status, headers: ["Content-Type": xmlContentType], body: .bytes(body))
        }
        return .text(error.message + "\n", status: error.status)
    }
}

extension DAVError {
    /// Makes the refusal of a request from that of a verb.
    ///
    /// - Parameter path: the path of the request, for the address of another object of the same calendar.
    init(_ refusal: CalendarRefusal, at path: String, _ app: App) {
        switch refusal {
        case .noCalendar, .noObject: self.init(.notFound, "there is nothing at this address")
        case .addressTaken: self.init(.resourceMustBeNull, "there is a calendar at this address")
        case .addressTooLong: self.init(.targetTooLong, "a name in an address has at most 255 octets")
        case .readOnly: self.init(readOnlyAt: path)
        case .defaultStays: self.init(.defaultCalendarNeeded, "the default calendar cannot be deleted")
        case .uidTaken(let segment): self.init(uidTaken: segment, at: path)
        case .uidTooLong: self.init(.maxResourceSize, "the UID is too long")
        case .invalid(let defect): self.init(defect)
        case .tooManyCalendars(let limit):
            self.init(.quotaNotExceeded, "a customer has at most \(limit) calendars")
        case .tooManyObjects(let limit): self.init(.quotaNotExceeded, "a calendar has at most \(limit) objects")
        case .full(let megabytes): self.init(.quotaNotExceeded, "the calendars have at most \(megabytes) megabytes")
        case .tooManyProperties(let octets):
            self.init(.quotaNotExceeded, "a resource keeps at most \(octets) octets of programs' properties")
        }
    }

    /// - Parameter path: an address of a calendar whose content comes from outside (RFC 3744 §7.1.1).
    private init(readOnlyAt path: String) {
        let text = "the content of this calendar comes from another server"
        do throws(DAVError) {
            self.init(.needPrivileges([.writeContent], on: try Href(path: path)), text)
        } catch {
            self.init(.forbidden, text)
        }
    }

    /// - Parameter path: an object of the calendar that has the UID already.
    init(uidTaken segment: String, at path: String) {
        do throws(DAVError) {
            let href = try Href(path: path)
            let other = (href.isCollection ? href : href.parent ?? href).appending(segment)
            self.init(.noUIDConflict(with: other), "another object of the calendar has this UID")
        } catch {
            self = error
        }
    }
}
