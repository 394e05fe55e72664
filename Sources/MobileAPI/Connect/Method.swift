import HTTP
import Runtime
import Storage
package import SwiftProtobuf
package import Web

/// A method of the API: its name on the wire, who may call it, and its handler.
package struct APIMethod: Sendable {
    /// `/package.Service/Method`.
    package let path: String
    package let routes: [Route]

    /// The effect of a method on what this process remembers, and the requests that may call it.
    private enum Effect {
        /// It changes something.
        case changes
        /// It changes nothing, and is called by POST only, as the published app does.
        case asks
        /// It changes nothing, and may be called by GET (NO_SIDE_EFFECTS in its definition).
        case reads
    }

    private init(_ path: String, _ effect: Effect, _ routes: (HTTP.Method, PathPattern) -> Route) {
        self.path = path
        let methods: [HTTP.Method] = effect == .reads ? [.post, .get] : [.post]
        self.routes = methods.map {
            routes($0, PathPattern(stringLiteral: path)).body(.whole(limit: Envelope.limit))
        }
    }

    /// A method for anyone.
    package static func open<Input: Message, Output: Message>(
        _ path: String, _ handle: @escaping @Sendable (Input, Call) throws -> Output
    ) -> APIMethod {
        APIMethod(path, .changes) { method, pattern in
            Route(method, pattern, .anyApp) { envelope, call in
                try envelope.codec.encode(handle(envelope.codec.decode(Input.self, from: envelope.bytes), call))
            }
        }
    }

    /// A method for customers that changes something.
    package static func changes<Input: Message, Output: Message>(
        _ path: String, _ handle: @escaping @Sendable (Input, CustomerCall) throws -> Output
    ) -> APIMethod {
        customer(path, .changes, handle)
    }

    /// A method for customers that changes nothing, by POST only.
    package static func asks<Input: Message, Output: Message>(
        _ path: String, _ handle: @escaping @Sendable (Input, CustomerCall) throws -> Output
    ) -> APIMethod {
        customer(path, .asks, handle)
    }

    /// A method for customers that changes nothing, by POST or GET.
    package static func reads<Input: Message, Output: Message>(
        _ path: String, _ handle: @escaping @Sendable (Input, CustomerCall) throws -> Output
    ) -> APIMethod {
        customer(path, .reads, handle)
    }

    /// A method that `reads` what a token stands for. While the token is the same, its answers are not made again.
    ///
    /// - Parameters:
    ///   - state: returns the token, which changes with everything that an answer shows.
    ///   - handle: gets the token, too.
    package static func reads<Input: Message, Output: Message>(
        _ path: String, state: @escaping @Sendable (CustomerCall) throws -> String,
        _ handle: @escaping @Sendable (Input, CustomerCall, _ state: String) throws -> Output
    ) -> APIMethod {
        APIMethod(path, .reads) { method, pattern in
            Route(method, pattern, .app) { envelope, call in
                let state = try state(call)
                return try call.answer(to: envelope, at: path, state: state) {
                    let input = try envelope.codec.decode(Input.self, from: envelope.bytes)
                    return try envelope.codec.encode(handle(input, call, state))
                }
            }
        }
    }

    private static func customer<Input: Message, Output: Message>(
        _ path: String, _ effect: Effect, _ handle: @escaping @Sendable (Input, CustomerCall) throws -> Output
    ) -> APIMethod {
        APIMethod(path, effect) { method, pattern in
            Route(method, pattern, .app) { envelope, call in
                let input = try envelope.codec.decode(Input.self, from: envelope.bytes)
                // The call may change what this responder remembers of the customer.
                defer { if effect == .changes { call.app.shared.forget(call.customer.id) } }
                return try envelope.codec.encode(handle(input, call))
            }
        }
    }
}

extension [APIMethod] {
    /// The addresses of these methods, and of methods that their services do not have.
    package var routes: [Route] {
        let services = Set(map { String($0.path.prefix(upTo: $0.path.lastIndex(of: "/") ?? $0.path.endIndex)) })
        let unknown = services.sorted().map {
            Route(.post, PathPattern(stringLiteral: "\($0)/{method}"), .anyApp) { _, _ in
                throw CallError(.unimplemented, "api.unimplemented")
            }
        }
        return flatMap(\.routes) + unknown
    }
}
