package import Runtime
package import Storage
package import WebClient

/// The way of requests to push services. A test hands in its own.
package protocol PushTransport {
    /// - Parameter environment: the environment of Apple that it goes to; nil for a browser's service.
    func send(_ request: WebRequest, _ environment: PushEnvironment?) throws(WebClientError) -> WebResponse
}

/// The connections of one thread to push services.
package final class PushConnections: PushTransport {
    private let web: WebClient
    /// A connection belongs to one environment, and Apple wants it to be kept.
    private let phones: [PushEnvironment: WebClient]

    private static let timeoutSeconds = 15, connectSeconds = 5, answerBytes = 16 << 10, idleSeconds = 3_600

    package init(_ config: Config) {
        let caFile = config.pushCAFile.isEmpty ? nil : config.pushCAFile
        func client(_ version: WebVersion) -> WebClient {
            WebClient(
                timeoutSeconds: Self.timeoutSeconds, connectSeconds: Self.connectSeconds,
                limitBytes: Self.answerBytes, caFile: caFile, version: version, idleSeconds: Self.idleSeconds)
        }
        web = client(.any)
        phones = [.production: client(.onlyHTTP2), .sandbox: client(.onlyHTTP2)]
    }

    package func send(
        _ request: WebRequest, _ environment: PushEnvironment?
    ) throws(WebClientError) -> WebResponse {
        try (environment.flatMap { phones[$0] } ?? web).send(request)
    }

    /// Keeps the connections to Apple open.
    func keep() {
        phones.values.forEach { $0.keepConnections() }
    }
}
