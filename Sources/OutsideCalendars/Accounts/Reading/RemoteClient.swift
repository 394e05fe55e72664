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

    /// True if every other request to the account would fail as well.
    var isOfAccount: Bool { isSignIn || [.busy, .unreachable, .certificate, .locked].contains(problem) }
}

/// The requests to the servers of one account.
struct RemoteClient {
    let client: GuardedClient
    let login: GuardedLogin
    /// The ports that an address in an answer may have.
    let ports: Set<Int>
    let now: Instant
    var visit: Visit

    /// An answer with the address that gave it.
    struct Answer {
        let multiStatus: MultiStatus
        let address: OutsideAddress
    }

    /// Sends a request whose answer has several resources.
    ///
    /// - Throws: `RemoteFailure` and `VisitEnd`, beside errors of the database.
    func ask(_ request: ClientRequest, _ address: OutsideAddress) throws -> Answer {
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

    private func send(_ request: GuardedRequest) throws -> GuardedAnswer {
        var request = request
        guard login.belongs(to: request.address) else { throw RemoteFailure(.elsewhere) }
        try visit.goOn()
        request.login = login
        do throws(GuardedError) {
            return try client.fetch(request)
        } catch {
            throw RemoteFailure(FetchProblem(error))
        }
    }

    /// Returns the address that an answer names; nil for one that may not be asked, or is too long to be stored.
    func address(_ href: String, in answer: Answer) -> OutsideAddress? {
        anyAddress(href, in: answer).flatMap { login.belongs(to: $0) ? $0 : nil }
    }

    /// Returns the addresses that an answer leads to.
    ///
    /// - Throws: `.elsewhere` if all of them are of origins that do not get the password.
    func addresses(_ hrefs: [String], in answer: Answer) throws(RemoteFailure) -> [OutsideAddress] {
        let found = hrefs.compactMap { anyAddress($0, in: answer) }, own = found.filter(login.belongs)
        guard !own.isEmpty || found.isEmpty else { throw RemoteFailure(.elsewhere) }
        return own
    }

    private func anyAddress(_ href: String, in answer: Answer) -> OutsideAddress? {
        let found = try? OutsideAddress(href: href, in: answer.address, ports: ports)
        return found.flatMap { $0.secretText.utf8.count <= AddressRules.mostCharacters ? $0 : nil }
    }
}
