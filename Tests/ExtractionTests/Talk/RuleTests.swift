import CivilTime
import Extraction
import Foundation
import Testing

/// The rules of the talk, each by its own example.
@Suite("Rules of the talk")
struct RuleTests {
    @Test("each rule does what its example says", arguments: RuleDescription.all)
    func example(rule: RuleDescription) throws {
        let parts = rule.example.components(separatedBy: " → ")
        try #require(parts.count == 2, "\(rule.name): an example ends in → and an answer")
        let lines = parts[0].components(separatedBy: " / ").joined(separator: "\n")
        let chat = ChatCase(rule.name, lines, parts[1])
        let (analysis, rules) = Words.reader.explain(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected, "\(rule.name)")
        #expect(rules.contains { $0.rule == rule.name }, "\(rule.name) does not apply, but \(rules.map(\.rule))")
    }

    @Test("each rule has a name of its own")
    func names() {
        let names = RuleDescription.all.map(\.name)
        #expect(names.count > 60)
        #expect(Set(names).count == names.count)
    }
}
