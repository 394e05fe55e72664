import Glibc

/// A file `NNNN_name.sql`: one step of the schema, without a way back.
struct MigrationFile: Equatable {
    let number: Int
    /// The file's name without its directory.
    let name: String
    let path: String

    /// Returns the migrations of a directory, in order. Files that do not end in `.sql` are ignored.
    static func all(in directory: String) throws(MigrationError) -> [MigrationFile] {
        var files: [MigrationFile] = []
        for name in try names(in: directory).sorted() where name.hasSuffix(".sql") {
            guard let number = number(of: name) else {
                throw MigrationError(.misnumbered, file: name, "a migration is called 0001_what_it_does.sql")
            }
            files.append(MigrationFile(number: number, name: name, path: "\(directory)/\(name)"))
        }
        guard !files.isEmpty else {
            throw MigrationError(.unreadable, "there are no migrations in \(directory)")
        }
        for (expected, file) in zip(1..., files) where file.number != expected {
            let isRepeated = file.number < expected
            throw MigrationError(.misnumbered, file: file.name, isRepeated
                ? "another migration has this number"
                : "number \(expected) is missing before it")
        }
        return files
    }

    /// Reads the file as text that can be run inside a transaction.
    func text() throws(MigrationError) -> String {
        guard let bytes = Self.contents(of: path) else {
            throw MigrationError(
                .unreadable, file: name, "cannot be read: \(String(cString: strerror(errno)))")
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw MigrationError(.unreadable, file: name, "is not UTF-8 text")
        }
        // A file with its own COMMIT could stop half applied. Bodies of functions have BEGIN too, but
        // without a semicolon, so only whole lines are compared.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased()
            guard !["BEGIN;", "START TRANSACTION;", "COMMIT;", "ROLLBACK;"].contains(words) else {
                throw MigrationError(
                    .unreadable, file: name,
                    "line \(number) is \(words) but the runner puts each file in a transaction itself")
            }
        }
        return text
    }

    /// Returns `NNNN` of `NNNN_name.sql`; nil unless the name has lower-case letters, digits and
    /// underscores only.
    private static func number(of name: String) -> Int? {
        let stem = name.dropLast(".sql".count)
        let digits = stem.prefix(4), rest = stem.dropFirst(4)
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789_")
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (48...57).contains($0) }),
              rest.hasPrefix("_"), rest.count > 1, rest.allSatisfy(allowed.contains)
        else { return nil }
        return Int(digits)
    }

    private static func names(in directory: String) throws(MigrationError) -> [String] {
        guard let stream = opendir(directory) else {
            throw MigrationError(.unreadable, "cannot read \(directory): \(String(cString: strerror(errno)))")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            })
        }
        return names
    }

    /// Reads a file; nil if it cannot be read, with the reason in `errno`.
    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
}
