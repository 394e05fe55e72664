import Routing
import Runtime
import WebClient

/// A client of one engine. Use a client on one thread only.
final class EngineClient {
    private let configured: ConfiguredEngine
    private let client: WebClient
    private var engine: any RoutingEngine { configured.engine }

    /// The time limit for a request, connecting included.
    static let timeoutSeconds = 2
    /// The maximum length of an answer: a matrix of a hundred places has less.
    static let limitBytes = 1 << 20

    init(_ configured: ConfiguredEngine) {
        self.configured = configured
        client = WebClient(
            timeoutSeconds: Self.timeoutSeconds, limitBytes: Self.limitBytes, allowsLoopbackHTTP: true,
            caFile: configured.caFile)
    }

    /// Returns the request for the ways from one place to another.
    func request(_ question: RouteQuestion) throws(EngineFailure) -> EngineRequest {
        do throws(RoutingError) { return try engine.request(for: question) } catch { throw .refused(error) }
    }

    /// Returns the request for a matrix.
    func request(_ question: MatrixQuestion) throws(EngineFailure) -> EngineRequest {
        do throws(RoutingError) { return try engine.request(for: question) } catch { throw .refused(error) }
    }

    /// Returns the ways that the engine finds, the best first, with times that can be true.
    func routes(_ question: RouteQuestion, by request: EngineRequest) throws(EngineFailure) -> [FoundRoute] {
        let response = try send(request)
        do throws(RoutingError) {
            var routes: [FoundRoute] = []
            for (number, found) in try engine.routes(in: response, for: question).enumerated() {
                var route = found
                route.seconds += question.mode.secondsBesides
                do throws(RoutingError) {
                    try Plausibility.check(seconds: route.seconds, estimate: question.estimateSeconds)
                    routes.append(route)
                } catch {
                    // The best way decides; others that cannot be true are left out.
                    if number == 0 { throw error }
                }
            }
            return routes
        } catch {
            throw .refused(error)
        }
    }

    /// Returns the matrix that the engine finds. Its times are not checked.
    func matrix(_ question: MatrixQuestion, by request: EngineRequest) throws(EngineFailure) -> RouteMatrix {
        let response = try send(request)
        do throws(RoutingError) {
            return try engine.matrix(in: response, for: question)
        } catch {
            throw .refused(error)
        }
    }

    private func send(_ request: EngineRequest) throws(EngineFailure) -> EngineResponse {
        do throws(WebClientError) {
            let response = try client.send(WebRequest(
                method: request.method, url: configured.source.address + request.target,
                headers: request.headers.map { ($0.name, $0.value) }, body: request.body))
            return EngineResponse(
                status: response.status, body: response.body, retryAfter: response.header("Retry-After"))
        } catch {
            throw EngineFailure(error)
        }
    }
}
