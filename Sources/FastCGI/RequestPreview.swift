/// The parameters of a request that no thread has taken yet. They are checked, and lie in a buffer.
///
/// It is valid only inside the call that gets it.
public struct RequestPreview {
    private let parameters: UnsafeRawBufferPointer

    init(_ parameters: UnsafeRawBufferPointer) {
        self.parameters = parameters
    }

    /// Returns the first parameter of this name, as nginx sends it; nil if there is none, or it is not UTF-8.
    public func value(_ name: StaticString) -> String? {
        var position = 0
        while let nameLength = takeLength(parameters, &position), let valueLength = takeLength(parameters, &position) {
            let end = position + nameLength + valueLength
            guard end <= parameters.count else { return nil }
            let pair = UnsafeRawBufferPointer(rebasing: parameters[position..<end])
            if UnsafeRawBufferPointer(rebasing: pair[..<nameLength]).equals(name) {
                return String(validating: pair[nameLength...], as: UTF8.self)
            }
            position = end
        }
        return nil
    }
}
