package import HTTP
import Places
package import Templates

/// The options in a page's address or form: their text and their meaning.
///
/// Fields that are no options are ignored, since a page has others: `month`, `csrf`, and parameters that
/// another site added to a link. The reader of a feed's own address is stricter and refuses them.
package struct ChosenOptions {
    /// The text of each option by its parameter, for a form that is shown again.
    package let values: [String: String]
    /// The chosen options; all defaults if there is a problem with any of them.
    package private(set) var options: FeedOptions
    package let problems: [FeedOptionProblem]
    /// True if the address spells its options in the canonical way.
    package private(set) var isCanonical = false

    /// - Parameter language: the language of the page. Names are in it unless the form chooses another.
    package init(_ form: Form, _ language: Language) {
        let own = form.fields.filter { field in
            FeedParameter(rawValue: String(field.name.prefix { $0 != "." })) != nil
        }.map { Form.Field(name: $0.name, value: plainNumber($0.value)) }
        let parameters = FeedOptions.parameters(ofForm: Form(fields: own))
        let values = Dictionary(parameters.fields.map { ($0.name, $0.value) }) { first, _ in first }
        self.values = values
        switch Result(catching: { () throws(FeedOptionProblems) in try FeedOptions(parameters) }) {
        case .success(let found):
            options = found
            problems = []
        case .failure(let found):
            options = FeedOptions()
            problems = found.list
        }
        if values[FeedParameter.names.rawValue] == nil || !problems.isEmpty { options.names = FeedNames(language) }
        isCanonical = problems.isEmpty && own.map { "\($0.name)=\($0.value)" }.joined(separator: "&") == query
    }

    /// The canonical query of a page with these options.
    ///
    /// It has the language of the names only if it was chosen: otherwise the names follow the page's language. The
    /// address of a feed always decides it.
    package var query: String {
        options.query(names: values[FeedParameter.names.rawValue].flatMap(FeedNames.init))
    }
}
