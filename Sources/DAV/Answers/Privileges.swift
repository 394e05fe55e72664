public import XML

/// A privilege (RFC 3744 §3, RFC 4791 §6.1).
public enum Privilege: String, Hashable, Sendable, CaseIterable {
    case all, read
    case readFreeBusy = "read-free-busy"
    case readACL = "read-acl"
    case readCurrentUserPrivilegeSet = "read-current-user-privilege-set"
    case write
    case writeProperties = "write-properties"
    case writeContent = "write-content"
    case bind, unbind, unlock
    case writeACL = "write-acl"

    public var name: XMLName { self == .readFreeBusy ? .calDAV(rawValue) : .dav(rawValue) }

    /// The privileges that it contains directly.
    public var contained: [Privilege] {
        switch self {
        case .all: [.read, .write, .readACL, .readCurrentUserPrivilegeSet, .writeACL, .unlock]
        case .read: [.readFreeBusy]
        case .write: [.writeProperties, .writeContent, .bind, .unbind]
        default: []
        }
    }

    /// The privileges of an owner. Clients take a calendar for read-only unless `write` is there with everything it
    /// contains.
    public static let owner: [Privilege] = [
        .all, .read, .readFreeBusy, .readACL, .readCurrentUserPrivilegeSet, .write, .writeProperties, .writeContent,
        .bind, .unbind, .unlock, .writeACL,
    ]

    /// The privileges of a person who may read.
    public static let reader: [Privilege] = [.read, .readFreeBusy, .readCurrentUserPrivilegeSet]

    fileprivate var explanation: String {
        switch self {
        case .all: "Everything"
        case .read: "Read"
        case .readFreeBusy: "Read busy times"
        case .readACL: "Read the access control list"
        case .readCurrentUserPrivilegeSet: "Read the own privileges"
        case .write: "Write"
        case .writeProperties: "Write properties"
        case .writeContent: "Write content"
        case .bind: "Add"
        case .unbind: "Remove"
        case .unlock: "Unlock"
        case .writeACL: "Write the access control list"
        }
    }
}

/// An entry of an access control list that cannot be changed (RFC 3744 §5.5).
public struct AccessEntry: Hashable, Sendable {
    public enum Who: Hashable, Sendable {
        /// A person, by the path of the principal.
        case principal(Href)
        /// The one that a property of the resource names: DAV:owner.
        case owner
        case authenticated
    }

    public let who: Who
    public let privileges: [Privilege]

    public init(_ who: Who, _ privileges: [Privilege]) {
        self.who = who
        self.privileges = privileges
    }
}

extension XMLWriter {
    /// Writes DAV:current-user-privilege-set (RFC 3744 §5.4).
    public mutating func currentUserPrivileges(_ privileges: [Privilege]) {
        element("d:current-user-privilege-set") { writer in
            for privilege in privileges { writer.privilege(privilege) }
        }
    }

    /// Writes DAV:supported-privilege-set: the tree of all privileges (RFC 3744 §5.3).
    public mutating func supportedPrivileges() {
        element("d:supported-privilege-set") { $0.supported(.all) }
    }

    private mutating func supported(_ privilege: Privilege) {
        element("d:supported-privilege") { writer in
            writer.privilege(privilege)
            writer.raw("<d:description xml:lang=\"en\">")
            writer.text(privilege.explanation)
            writer.raw("</d:description>")
            for inner in privilege.contained { writer.supported(inner) }
        }
    }

    /// Writes DAV:acl. All entries are protected: lists cannot be changed by this protocol.
    public mutating func accessControlList(_ entries: [AccessEntry]) {
        element("d:acl") { writer in
            for entry in entries { writer.entry(entry) }
        }
    }

    private mutating func entry(_ entry: AccessEntry) {
        raw("<d:ace><d:principal>")
        switch entry.who {
        case .principal(let href): element("d:href", href.text)
        case .owner: raw("<d:property><d:owner/></d:property>")
        case .authenticated: raw("<d:authenticated/>")
        }
        raw("</d:principal><d:grant>")
        for privilege in entry.privileges { self.privilege(privilege) }
        raw("</d:grant><d:protected/></d:ace>")
    }

    /// Writes DAV:acl-restrictions (RFC 3744 §5.6): entries only grant.
    public mutating func accessControlRestrictions() {
        raw("<d:acl-restrictions><d:grant-only/><d:no-invert/></d:acl-restrictions>")
    }

    private mutating func privilege(_ privilege: Privilege) {
        element("d:privilege") { $0.empty(privilege.name) }
    }

    /// Writes one part of DAV:principal-search-property-set: a property by which people are found (RFC 3744 §9.5).
    ///
    /// - Parameter description: English, for people.
    public mutating func principalSearchProperty(_ name: XMLName, description: String) {
        raw("<d:principal-search-property><d:prop>")
        empty(name)
        raw("</d:prop><d:description xml:lang=\"en\">")
        text(description)
        raw("</d:description></d:principal-search-property>")
    }
}
