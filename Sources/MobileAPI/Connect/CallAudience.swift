import Accounts
import HTTP
import Logging
import Runtime
import Storage
import System
import Web

/// A handler of a method that anyone may call: it takes an encoded message and returns one.
typealias AnyCallHandler = @Sendable (Envelope, Call) throws -> [UInt8]

/// A handler of a method for customers.
typealias CustomerCallHandler = @Sendable (Envelope, CustomerCall) throws -> [UInt8]

extension Audience<AnyCallHandler> {
    /// Apps, signed in or not.
    static var anyApp: Audience { anyAppAudience }
}

extension Audience<CustomerCallHandler> {
    /// Apps of customers, by an access token. Cookies are not read.
    static var app: Audience { appAudience }
}

private let anyAppAudience = Audience<AnyCallHandler>("any app") { routed, app, handle in
    answer(routed.request, app) { envelope in
        try handle(envelope, Call(routed.request, app, session: nil))
    }
} refuse: { refusal, request, app in
    refusedCall(refusal, request, app)
}

private let appAudience = Audience<CustomerCallHandler>("app") { routed, app, handle in
    answer(routed.request, app) { envelope in
        guard let token = routed.request.bearer, let signedIn = try app.signedIn(bearer: token)
        else { throw CallError(.unauthenticated, "api.unauthenticated") }
        if signedIn.isStale { try app.keepAlive(signedIn, from: routed.request.remoteAddress) }
        let call = Call(routed.request, app, session: signedIn)
        return try handle(envelope, CustomerCall(call: call, signedIn: signedIn))
    }
} refuse: { refusal, request, app in
    refusedCall(refusal, request, app)
}

/// Returns the response of a handler; the error if one of the steps throws.
private func answer(_ request: Request, _ app: App, _ handle: (Envelope) throws -> [UInt8]) -> Response {
    do {
        let began = Monotonic.nanoseconds()
        let envelope = try Envelope(request)
        let bytes = try handle(envelope)
        let milliseconds = Int((Monotonic.nanoseconds() - began) / 1_000_000)
        if let limit = envelope.timeoutMilliseconds, milliseconds > limit {
            throw CallError(.deadlineExceeded, "api.deadline")
        }
        return Response(
            headers: [
                "Content-Type": envelope.codec.contentType,
                "Cache-Control": request.method == .post ? "no-store" : "private, no-store",
            ],
            body: .bytes(bytes))
    } catch let error as NotACall {
        return Response(status: error.status, headers: error.headers)
    } catch {
        return app.response(to: app.callError(for: error, request), request)
    }
}

/// Returns the response to a request without a handler.
private func refusedCall(_ refusal: Refusal, _ request: Request, _ app: App) -> Response {
    if case .methodNotAllowed(let allow) = refusal {
        return Response(status: .methodNotAllowed, headers: ["Allow": allow])
    }
    return app.response(to: app.callError(for: refusal, request), request)
}

extension App {
    /// Returns the response of an error, in the language that the request asks for.
    fileprivate func response(to error: CallError, _ request: Request) -> Response {
        let call = Call(request, self, session: nil)
        var values = error.values
        values["request"] = request.id
        let sentence = error.text.isEmpty ? "" : call.text(error.text, values)
        do {
            return try error.response(sentence)
        } catch {
            log.error("fault", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return Response(status: .internalServerError)
        }
    }
}
