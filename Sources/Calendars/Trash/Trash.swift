import Runtime
package import Storage

// The trash of a customer's calendars, and the undo of a change.
//
// - Trash.swift: the list, and deleting for good. Restore.swift: taking something out of it.
// - UndoToken.swift: the name of a change. Undo.swift: taking a change back.

extension CalendarHome {
    /// A part of the trash, what came last first.
    package struct Trash: Sendable {
        package let items: [TrashItem]
        /// The place after which the next part begins; nil if this is the last one.
        package let next: TrashPosition?
    }

    /// The way to the trash of what this customer's changes delete or overwrite. The trash counts apart from the
    /// calendars, and may hold a quarter of what they may.
    var trash: TrashRule { TrashRule(author: author, mostOctets: mostOctets / 4) }

    /// Returns what is in the trash.
    ///
    /// - Parameters:
    ///   - position: the end of the part before; nil for the first part.
    ///   - limit: the most items.
    package func trash(after position: TrashPosition? = nil, limit: Int) throws -> Trash {
        let found = try app.store.trash(of: owner, after: position, limit: limit + 1)
        let items = Array(found.prefix(limit))
        return Trash(items: items, next: found.count > limit ? items.last?.position : nil)
    }

    /// Returns something in the trash; nil if it is no longer there.
    package func trashItem(_ id: TrashID) throws -> TrashItem? {
        try app.store.trashItem(of: owner, id)
    }

    /// Writes the texts of everything in the trash, one VCALENDAR after another, what came last first.
    ///
    /// - Parameter write: gets the next octets.
    package func exportTrash(_ write: ([UInt8]) throws -> Void) throws {
        var last: TrashPosition?
        repeat {
            let texts = try app.store.trashTexts(of: owner, after: last, limit: 20)
            for text in texts { try write(text.octets) }
            last = texts.last?.position
        } while last != nil
    }

    /// Deletes something from the trash for good.
    ///
    /// - Returns: false if it is no longer there.
    package func deleteFromTrash(_ id: TrashID) throws -> Bool {
        try app.store.deleteTrash(of: owner, id)
    }

    /// Deletes everything in the trash for good, up to the newest that the customer has seen.
    ///
    /// - Returns: the number of versions.
    @discardableResult
    package func emptyTrash(upTo newest: TrashPosition) throws -> Int {
        try app.store.deleteTrash(of: owner, upTo: newest)
    }
}
