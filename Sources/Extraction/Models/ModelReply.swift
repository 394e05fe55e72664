import FoundationEssentials

/// Says why a model's text is no answer. The cases hold nothing of the text.
public enum ModelReplyError: String, Error, Hashable, Sendable, CaseIterable {
    /// The text is not one JSON object: cut, followed by more, or something else.
    case notJSON = "the answer is not one JSON object"
    /// A key is missing, unknown or of another type.
    case otherKeys = "the answer does not have the keys and types of the schema"
    case unknownStatus = "the answer has an unknown status"
    /// A text is longer than anything to quote, or a number is below 1.
    case outOfSize = "a value of the answer is too long or too small"
}

extension ModelAnswer {
    /// Reads a model's text strictly: one object of the schema's keys, and nothing around it.
    ///
    /// The numbers are those of the prompt's lines. Notes are read and dropped: an event holds no words of a chat but
    /// its title and place.
    ///
    /// - Parameter isPlain: true if the model was asked without a schema, so that it may put its JSON in a
    ///   code block.
    public init(reading text: String, isPlain: Bool = false) throws(ModelReplyError) {
        let json = isPlain ? withoutFence(text) : text
        guard json.first(where: { !$0.isWhitespace }) == "{" else { throw .notJSON }
        let reply: Reply
        do {
            reply = try JSONDecoder().decode(Reply.self, from: Data(json.utf8))
        } catch is Reply.OtherKeys {
            throw .otherKeys
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, context.codingPath.isEmpty { throw .notJSON }
            throw .otherKeys
        } catch {
            throw .notJSON
        }
        guard AgreementStatus(rawValue: reply.status) != nil else { throw .unknownStatus }
        let texts: [(String?, Int)] = [
            (reply.dayWords, 200), (reply.timeWords, 200), (reply.placeWords, 200), (reply.title, 100),
            (reply.notes, 1_000),
        ]
        guard texts.allSatisfy({ text, limit in (text?.unicodeScalars.count ?? 0) <= limit }),
            (reply.proposal ?? 1) > 0, (reply.acceptance ?? 1) > 0
        else { throw .outOfSize }
        self.init(
            status: reply.status, proposal: reply.proposal, acceptance: reply.acceptance,
            dayWords: reply.dayWords.flatMap(unlessEmpty), timeWords: reply.timeWords.flatMap(unlessEmpty),
            placeWords: reply.placeWords.flatMap(unlessEmpty), title: reply.title.flatMap(unlessEmpty))
    }
}

/// The keys of the schema.
private struct Reply: Decodable {
    struct OtherKeys: Error {}

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let status: String
    let proposal, acceptance: Int?
    let dayWords, timeWords, placeWords, title, notes: String?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        guard Set(values.allKeys.map(\.stringValue)) == Set(ModelSchema.keys) else { throw OtherKeys() }
        func number(_ key: String) throws -> Int? {
            let number = try values.decodeIfPresent(Double.self, forKey: Key(stringValue: key))
            guard let number else { return nil }
            guard let whole = Int(exactly: number) else { throw OtherKeys() }
            return whole
        }
        func text(_ key: String) throws -> String? {
            try values.decodeIfPresent(String.self, forKey: Key(stringValue: key))
        }
        status = try values.decode(String.self, forKey: Key(stringValue: "status"))
        (proposal, acceptance) = (try number("proposal"), try number("acceptance"))
        (dayWords, timeWords, placeWords) = (try text("day_words"), try text("time_words"), try text("place_words"))
        (title, notes) = (try text("title"), try text("notes"))
    }
}

private func unlessEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

/// Returns a text without the code fence around it, as in "```json … ```".
private func withoutFence(_ text: String) -> String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace }
    var rest = text.drop(while: isBlank)
    while rest.last.map(isBlank) ?? false { rest.removeLast() }
    guard rest.hasPrefix("```"), rest.hasSuffix("```"), rest.utf8.count > 6 else { return String(rest) }
    rest = rest.dropFirst(3).dropLast(3)
    if rest.hasPrefix("json") { rest = rest.dropFirst(4) }
    return String(rest)
}
