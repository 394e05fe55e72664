/// The list of problems above a form, each a link to its field.
struct ProblemSummary: Encodable {
    var count: String
    var items: [Item]

    struct Item: Encodable {
        /// The id of the field.
        var id: String
        var text: String
    }
}
