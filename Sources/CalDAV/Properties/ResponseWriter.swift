import DAV
import HTTP
import Storage
import XML

extension PropertyWriter {
    /// Writes the response of a resource: the properties it has, and those it does not have.
    func response(
        _ resource: Resource, _ request: PropertyRequest, _ preferences: Preferences, to writer: inout XMLWriter
    ) {
        if case .names = request { return names(of: resource, to: &writer) }
        var names = request.names(of: resource.kind)
        if case .all = request {
            let more = resource.kept.map { XMLName($0.namespace, $0.name) }
            names += more.filter { !names.contains($0) }
        }
        writer.response(resource.href.text) { writer in
            var missing: [XMLName] = []
            let start = writer.bytes.count
            writer.propStat(.ok) { writer in
                for name in names where !write(name, of: resource, to: &writer) { missing.append(name) }
            }
            // A client that wants the minimum does not want to know what is missing.
            if !preferences.isMinimal {
                writer.propStat(.notFound) { writer in
                    for name in missing { writer.empty(name) }
                }
            }
            // It still needs one status.
            if writer.bytes.count == start {
                writer.raw("<d:propstat><d:prop/><d:status>HTTP/1.1 200 OK</d:status></d:propstat>")
            }
        }
    }

    /// Writes a property, computed or kept.
    ///
    /// - Returns: false if the resource does not have it.
    func write(_ name: XMLName, of resource: Resource, to writer: inout XMLWriter) -> Bool {
        if let property = LiveProperty(name), property.belongs(to: resource.kind) {
            return write(property, of: resource, to: &writer)
        }
        guard let kept = resource.kept.first(where: { $0.namespace == name.namespace && $0.name == name.local })
        else { return false }
        writer.raw(kept.value)
        return true
    }

    private func names(of resource: Resource, to writer: inout XMLWriter) {
        writer.response(resource.href.text) { writer in
            writer.propStat(.ok) { writer in
                var scratch = XMLWriter.dav()
                for property in LiveProperty.all where write(property, of: resource, to: &scratch) {
                    writer.empty(property.name)
                }
                for property in resource.kept { writer.empty(XMLName(property.namespace, property.name)) }
            }
        }
    }
}
