/// The form of a model's answer, as JSON Schema and as the keys that are read.
public enum ModelSchema {
    /// The name that a request gives to the schema.
    public static let name = "agreement"

    static let keys = [
        "status", "proposal", "acceptance", "day_words", "time_words", "place_words", "title", "notes",
    ]

    /// The schema: every key required, no other key allowed, nullable by a list of types.
    public static let schema: JSONValue = {
        let line: JSONValue = ["type": ["integer", "null"]], words: JSONValue = ["type": ["string", "null"]]
        return [
            "type": "object", "additionalProperties": .bool(false), "required": .list(keys.map { .text($0) }),
            "properties": [
                "status": [
                    "type": "string", "enum": .list(AgreementStatus.allCases.map { .text($0.rawValue) }),
                ],
                "proposal": line, "acceptance": line, "day_words": words, "time_words": words, "place_words": words,
                "title": words, "notes": words,
            ],
        ]
    }()
}
