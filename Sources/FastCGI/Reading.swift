import CFastCGI
import Glibc
import HTTP

extension Responder {
    /// The maximum number of bytes that are read of a body that is not used.
    private static let drainLimit = 16 << 20

    /// Reads the request that libfcgi has accepted, to its last byte.
    ///
    /// If the body is not as long as its announced length, the request is malformed, so that half a form
    /// is never used. Even then the body is read to its end, because a peer that still writes does not
    /// read the response.
    func readRequest() -> Incoming {
        guard let input = request.pointee.in, let environment = request.pointee.envp else {
            return .malformed(.incompleteRequest, id: "", method: "", remoteAddress: "")
        }
        let variables = CGIVariables(environment)
        do {
            guard FCGX_GetError(input) == 0, variables.isValid else { throw RequestError.incompleteRequest }
            guard let method = variables.method, !method.isEmpty,
                  let target = variables.target,
                  let remoteAddress = variables.remoteAddress, !remoteAddress.isEmpty
            else { throw RequestError.incompleteRequest }
            let body = try readBody(input, contentLength: variables.contentLength)
            return .request(try Request(
                method: Method(rawValue: method), target: target,
                headers: Headers(wire: variables.headers), body: body,
                remoteAddress: remoteAddress, id: variables.requestID ?? ""))
        } catch let error as RequestError {
            drainBody(input)
            return .malformed(
                error, id: variables.requestID ?? "", method: variables.method ?? "",
                remoteAddress: variables.remoteAddress ?? "")
        } catch {
            return .malformed(.incompleteRequest, id: "", method: "", remoteAddress: "")
        }
    }

    private func readBody(
        _ input: UnsafeMutablePointer<FCGX_Stream>, contentLength: String?
    ) throws(RequestError) -> [UInt8] {
        let text = contentLength ?? ""
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badRequest("Content-Length is not a number")
        }
        // A number that does not fit into an Int is too large in any case.
        guard let length = text.isEmpty ? 0 : Int(text), length <= listener.options.bodyLimit else {
            throw .tooLarge("the body is longer than \(listener.options.bodyLimit) bytes")
        }
        let body = length == 0 ? [] : [UInt8](unsafeUninitializedCapacity: length) { room, count in
            count = read(room, input)
        }
        guard body.count == length, FCGX_GetChar(input) == -1, FCGX_GetError(input) == 0 else {
            throw .badRequest("the body is not as long as Content-Length says")
        }
        return body
    }

    /// Reads bytes of the body.
    ///
    /// - Returns: the number of bytes, less than there is room for if the body ended.
    private func read(
        _ room: UnsafeMutableBufferPointer<UInt8>, _ input: UnsafeMutablePointer<FCGX_Stream>
    ) -> Int {
        guard let start = room.baseAddress else { return 0 }
        let bytes = UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self)
        return Int(FCGX_GetStr(bytes, Int32(clamping: room.count), input))
    }

    private func drainBody(_ input: UnsafeMutablePointer<FCGX_Stream>) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16_384) { scratch in
            var drained = 0
            while drained < Responder.drainLimit {
                let count = read(scratch, input)
                drained += count
                if count < scratch.count { return }
            }
        }
    }
}

extension RequestError {
    static let incompleteRequest = RequestError.badRequest("the request did not arrive whole")
}
