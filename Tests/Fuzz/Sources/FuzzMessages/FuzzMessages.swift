import SwiftProtobuf
import Wire

/// Reads the messages of apps: the first octet chooses the codec and the kind, the rest is the message. What can be read
/// is written in both codecs and must be the same when it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let body = Array(UnsafeBufferPointer(start: start + 1, count: count - 1)), isJSON = start[0] & 1 == 1
    switch start[0] >> 1 & 3 {
    case 0: check(Jadwal_V1_CreateEventRequest.self, body, isJSON)
    case 1: check(Jadwal_V1_ListOccurrencesResponse.self, body, isJSON)
    case 2: check(Auth_V1_GenerateMagicTokenRequest.self, body, isJSON)
    default: check(Jadwal_V1_UpdateEventRequest.self, body, isJSON)
    }
    return 0
}

private func check<M: Message & Equatable>(_ type: M.Type, _ bytes: [UInt8], _ isJSON: Bool) {
    var json = JSONDecodingOptions(), binary = BinaryDecodingOptions()
    json.ignoreUnknownFields = true
    (json.messageDepthLimit, binary.messageDepthLimit) = (100, 100)
    let read = isJSON
        ? try? M(jsonUTF8Bytes: bytes, options: json) : try? M(serializedBytes: bytes, options: binary)
    guard let message = read else { return }
    do {
        let again = try M(serializedBytes: message.serializedBytes() as [UInt8])
        precondition(again == message, "a message differs after it was written")
        // JSON has no place for unknown fields, and a time may be one that JSON cannot write.
        guard let text: [UInt8] = try? message.jsonUTF8Bytes() else { return }
        _ = try M(jsonUTF8Bytes: text, options: json)
    } catch {
        preconditionFailure("a message that was written cannot be read: \(error)")
    }
}
