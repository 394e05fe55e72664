import CivilTime
import DAV
import WebClient
import XML

/// A request that failed.
struct RemoteFailure: Error {
    let problem: FetchProblem
    /// The status of HTTP; nil if there was no answer.
    var status: Int?
    var body: [UInt8] = []
    /// The seconds for which the server asks to wait.
    var retryAfter: Int?

    init(_ problem: FetchProblem) { self.problem = problem }

    init(_ response: WebResponse, at now: Instant) {
        // A redirect that is not followed, or a success without what was asked for.
        problem = FetchProblem(status: response.status) ?? .notACalendar
        status = response.status
        body = response.body
        retryAfter = Intervals.retryAfter(response.header("Retry-After"), at: now)
    }

    /// True if another password is needed.
    var isSignIn: Bool { status == 401 || status == 407 }
}

/// The requests to the servers of one account.
struct RemoteClient {
    let client: GuardedClient
    let login: GuardedLogin
    /// The ports that an address in an answer may have.
    let ports: Set<Int>
    let now: Instant

    /// An answer with the address that gave it.
    struct Answer {
        let multiStatus: MultiStatus
        let address: OutsideAddress
    }

    /// Sends a request whose answer has several resources.
    func ask(_ request: ClientRequest, _ address: OutsideAddress) throws(RemoteFailure) -> Answer {
        var guarded = GuardedRequest(address)
        guarded.method = request.method
        guarded.headers = [
            ("Depth", request.depth == .one ? "1" : "0"), ("Content-Type", "application/xml; charset=utf-8"),
            ("Accept", "application/xml, text/xml"),
        ]
        guarded.body = request.body
        let found = try send(guarded)
        guard found.response.status == 207 else { throw RemoteFailure(found.response, at: now) }
        let answer: MultiStatus?
        do throws(XMLError) {
            answer = try MultiStatus(reading: found.response.body)
        } catch {
            throw RemoteFailure(.broken)
        }
        guard let answer else { throw RemoteFailure(.webPage) }
        return Answer(multiStatus: answer, address: found.address)
    }

    func send(_ request: GuardedRequest) throws(RemoteFailure) -> GuardedAnswer {
        var request = request
        request.login = login
        do throws(GuardedError) {
            return try client.fetch(request)
        } catch {
            throw RemoteFailure(FetchProblem(error))
        }
    }

    /// Returns the address that an answer names; nil for one that may not be asked, or is too long to be stored.
    func address(_ href: String, in answer: Answer) -> OutsideAddress? {
        let found = try? OutsideAddress(href: href, in: answer.address, ports: ports)
        return found.flatMap { $0.secretText.utf8.count <= AddressRules.mostCharacters ? $0 : nil }
    }
}
