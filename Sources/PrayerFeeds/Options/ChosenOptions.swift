package import HTTP
import Places
import Templates

/// The options in a page's address or form: their text and their meaning.
///
/// Fields that are no options are ignored, since a page has others: `month`, `csrf`, and parameters that
/// another site added to a link. The reader of a feed's own address is stricter and refuses them.
package struct ChosenOptions {
    /// The text of each option by its parameter, for a form that is shown again.
    package let values: [String: String]
    /// The chosen options; all defaults if there is a problem with any of them.
    package let options: FeedOptions
    package let problems: [FeedOptionProblem]
    /// True if the address spells its options in the canonical way.
    package let isCanonical: Bool

    package init(_ form: Form) {
        let own = form.fields.filter { field in
            FeedParameter(rawValue: String(field.name.prefix { $0 != "." })) != nil
        }.map { Form.Field(name: $0.name, value: plainNumber($0.value)) }
        let parameters = FeedOptions.parameters(ofForm: Form(fields: own))
        values = Dictionary(parameters.fields.map { ($0.name, $0.value) }) { first, _ in first }
        switch Result(catching: { () throws(FeedOptionProblems) in try FeedOptions(parameters) }) {
        case .success(let options):
            self.options = options
            problems = []
            isCanonical = own.map { "\($0.name)=\($0.value)" }.joined(separator: "&") == options.query
        case .failure(let found):
            options = FeedOptions()
            problems = found.list
            isCanonical = false
        }
    }

    /// Makes them from stored options.
    package init(_ options: FeedOptions) {
        self.options = options
        values = Dictionary(options.fields.map { ($0.name, $0.value) }) { first, _ in first }
        problems = []
        isCanonical = true
    }
}
