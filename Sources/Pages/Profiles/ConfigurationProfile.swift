// A `.mobileconfig` file, which an iPhone or iPad installs to set itself up. The names in it are
// Apple's (github.com/apple/device-management, mdm/profiles: TopLevel and CommonPayloadKeys).

/// A profile: several payloads that are installed, updated and removed together.
///
/// A device replaces a profile by one with the same identifier. A payload inside it is updated if its identifier
/// and UUID are the same as before; else it is removed and set up again. So both are derived from the subject of
/// the payload, and never random.
struct ConfigurationProfile: Encodable {
    /// Apple's numbers of the devices that a profile is for.
    enum Target: Int {
        /// Phones and tablets. Without a target, a phone with a watch asks which of the two is meant.
        case phone = 1
        case mac = 5
    }

    let identity: PayloadIdentity
    let target: Target
    let payloads: [any ProfilePayload]

    func encode(to encoder: any Encoder) throws {
        try identity.encode(type: "Configuration", to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(target.rawValue, forKey: .targetDevice)
        var content = container.nestedUnkeyedContainer(forKey: .content)
        for payload in payloads { try content.encode(AnyPayload(payload: payload)) }
    }

    private enum Key: String, CodingKey {
        case content = "PayloadContent", targetDevice = "TargetDeviceType"
    }

    private struct AnyPayload: Encodable {
        let payload: any ProfilePayload

        func encode(to encoder: any Encoder) throws {
            try payload.identity.encode(type: type(of: payload).type, to: encoder)
            try payload.encode(to: encoder)
        }
    }
}

/// One setting that a profile installs. It encodes only the keys of its own type.
protocol ProfilePayload: Encodable {
    /// Apple's name of the type, as in `com.apple.caldav.account`.
    static var type: String { get }
    var identity: PayloadIdentity { get }
}

/// The identifiers and names that the profile and each of its payloads have.
struct PayloadIdentity {
    /// Reverse DNS, as in `org.example.jadwal.profile.…`.
    let identifier: String
    let uuid: String
    let name: String
    let description: String
    let organization: String

    func encode(type: String, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(type, forKey: .type)
        try container.encode(1, forKey: .version)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(uuid, forKey: .uuid)
        try container.encode(name, forKey: .name)
        try container.encode(description, forKey: .description)
        try container.encode(organization, forKey: .organization)
    }

    private enum Key: String, CodingKey {
        case type = "PayloadType", version = "PayloadVersion", identifier = "PayloadIdentifier", uuid = "PayloadUUID"
        case name = "PayloadDisplayName", description = "PayloadDescription", organization = "PayloadOrganization"
    }
}
