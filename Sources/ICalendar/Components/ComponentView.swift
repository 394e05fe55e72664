/// A component seen as what it is about. A view holds the component and interprets it when asked, so
/// that what it does not know is still there when the component is written.
///
/// A value is nil where there is none; one that cannot be understood throws its `Problem`. Reading is
/// lenient: what strict reading would refuse was said when the text was checked.
public protocol ComponentView: Hashable, Sendable {
    /// As in VEVENT.
    static var componentName: String { get }
    var component: Component { get set }
    /// Only for a component of that name; `init?(_:)` looks.
    init(unchecked component: Component)
}

extension ComponentView {
    /// - Returns: nil for a component of another name.
    public init?(_ component: Component) {
        guard component.name == Self.componentName else { return nil }
        self.init(unchecked: component)
    }

    func text(_ name: String) throws(Problem) -> String? {
        guard let property = component.first(name) else { return nil }
        return try property.text()
    }

    func date(_ name: String) throws(Problem) -> DateOrTime? {
        guard let property = filled(name) else { return nil }
        return try property.dateOrTime()
    }

    func integer(_ name: String) throws(Problem) -> Int? {
        guard let property = filled(name) else { return nil }
        return try property.integer()
    }

    func duration(_ name: String) throws(Problem) -> NominalDuration? {
        guard let property = filled(name) else { return nil }
        return try property.duration()
    }

    /// The first property of a name; nil too for one without a value, `Irregularity.emptyValue`.
    private func filled(_ name: String) -> Property? {
        component.first(name).flatMap { $0.isBlank ? nil : $0 }
    }

    /// A value out of a list of the standard's words, in upper case.
    func keyword(_ name: String) -> String? {
        component.first(name)?.keyword
    }
}

extension Component {
    /// The components in this one that the view is for, in their order.
    public func views<View: ComponentView>(_ type: View.Type) -> [View] {
        components.compactMap { View($0) }
    }
}
