import Foundation
import Storage
import Testing

@Suite("Identifiers in a job's parameters")
struct IdentifierTests {
    private struct Parameters: Codable, Equatable {
        let customer: CustomerID
        let flow: FlowID
    }

    private let text = #"{"customer":"00000000-0000-4000-8000-00000000000a","flow":9007199254740993}"#

    @Test("a customer is the text of its UUID, any other row its number, as jobs of earlier releases have them")
    func parameters() throws {
        let read = try JSONDecoder().decode(Parameters.self, from: Data(text.utf8))
        #expect(read.customer.description == "00000000-0000-4000-8000-00000000000a")
        #expect(read.flow.number == 9_007_199_254_740_993)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(read), as: UTF8.self) == text)
    }

    @Test("a text that is no UUID is an error")
    func malformed() {
        let text = #"{"customer":"zaid","flow":1}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Parameters.self, from: Data(text.utf8))
        }
    }
}
