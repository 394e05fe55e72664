@testable import Crypto
import Testing

@Suite("Messages to browsers")
struct PushEncryptionTests {
    // RFC 8291, section 5 and appendix A.
    private let point = decoded(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    private let authentication = decoded("BTBZMqHH6r4Tts7J_aSIgg")

    @Test("the message of RFC 8291, appendix A, is equal to the last octet")
    func published() throws {
        let recipient = try #require(PushRecipient(point: point, authentication: authentication))
        let sender = try #require(P256Key(scalar: decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        #expect(sender.publicPoint == decoded("""
            BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8
            """))
        let message = PushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), to: recipient, padding: 0, sender: sender,
            salt: decoded("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(message == decoded("""
            DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqK\
            K6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
            """))
    }

    @Test("a message is never the same twice, and its length tells little of its text's", arguments: [
        (0, 0), (1, 128), (128, 128), (129, 256), (1_999, 2_048), (3_993, 3_993),
    ])
    func lengths(text: Int, padded: Int) throws {
        let recipient = try #require(PushRecipient(point: point, authentication: authentication))
        let plain = [UInt8](repeating: 65, count: text)
        let message = try #require(PushEncryption.encrypt(plain, to: recipient))
        #expect(message.count == padded + 103)
        #expect(PushEncryption.encrypt(plain, to: recipient) != message)
    }

    @Test("a text that makes a message of more than 4096 bytes is refused")
    func tooLong() throws {
        let recipient = try #require(PushRecipient(point: point, authentication: authentication))
        #expect(PushEncryption.encrypt([UInt8](repeating: 65, count: 3_994), to: recipient) == nil)
    }

    @Test("keys of another length are refused")
    func wrongKeys() {
        #expect(PushRecipient(point: point, authentication: []) == nil)
        #expect(PushRecipient(point: Array(point.dropLast()), authentication: authentication) == nil)
        #expect(PushRecipient(point: point, authentication: authentication + [0]) == nil)
    }
}

private func decoded(_ text: String) -> [UInt8] { base64URLDecoded(text) ?? [] }
