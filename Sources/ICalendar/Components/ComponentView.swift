/// A typed view of a component. It holds the component and interprets it when asked, so that unknown parts
/// are still there when the component is written.
///
/// A missing value is nil; a value that cannot be read throws its `Problem`. Reading is lenient: the check of
/// the text has reported what strict reading refuses.
public protocol ComponentView: Hashable, Sendable {
    /// The name in upper case, as in VEVENT.
    static var componentName: String { get }
    var component: Component { get set }
    /// Makes a view of a component that has this name; `init?(_:)` checks it.
    init(unchecked component: Component)
}

extension ComponentView {
    /// - Returns: nil if the component has another name.
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

    /// Returns the first property of a name; nil if it is missing or has no value
    /// (`Irregularity.emptyValue`).
    private func filled(_ name: String) -> Property? {
        component.first(name).flatMap { $0.isBlank ? nil : $0 }
    }

    /// Returns a value from the standard's list of words, in upper case.
    func keyword(_ name: String) -> String? {
        component.first(name)?.keyword
    }
}

extension Component {
    /// Returns the components in this one that the view is for, in their order.
    public func views<View: ComponentView>(_ type: View.Type) -> [View] {
        components.compactMap { View($0) }
    }
}
