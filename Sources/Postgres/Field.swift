/// A value of a row, not NULL, in the memory of libpq.
///
/// `SQLValue.init(decoding:)` borrows it. It cannot be copied or stored, because its memory is freed
/// with the result.
public struct Field: ~Copyable {
    /// The column's `pg_type.oid`.
    public let type: UInt32
    let bytes: UnsafeRawBufferPointer

    init(type: UInt32, bytes: UnsafeRawBufferPointer) {
        self.type = type
        self.bytes = bytes
    }

    /// Reads the whole field as one big-endian number.
    func integer<Number: FixedWidthInteger>(as _: Number.Type) throws(PostgresError) -> Number {
        guard bytes.count == MemoryLayout<Number>.size else {
            throw .decoding("has \(bytes.count) bytes where a number has \(MemoryLayout<Number>.size)")
        }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    /// Returns the error for a column whose type a value cannot read.
    func unreadable(as type: (some SQLValue).Type) -> PostgresError {
        .decoding("is \(TypeOID.name(self.type)) and cannot be read as \(type)")
    }
}

/// The `pg_type.oid`s that this module reads and writes. They are fixed in Postgres's catalogue
/// (`src/include/catalog/pg_type.dat`).
enum TypeOID {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let json: UInt32 = 114
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let unknown: UInt32 = 705
    static let bpchar: UInt32 = 1042
    static let varchar: UInt32 = 1043
    static let timestamptz: UInt32 = 1184
    static let uuid: UInt32 = 2950

    /// Returns the SQL name of a type, for an error message.
    static func name(_ oid: UInt32) -> String { names[oid] ?? "of the type with OID \(oid)" }

    /// The types above, and other types that a query may return by mistake.
    private static let names: [UInt32: String] = [
        bool: "boolean", bytea: "bytea", name: "name", int8: "bigint", int2: "smallint",
        int4: "integer", text: "text", json: "json", float4: "real", float8: "double precision",
        unknown: "unknown", bpchar: "character", varchar: "character varying",
        timestamptz: "timestamptz", uuid: "uuid", 1082: "date", 1083: "time", 1114: "timestamp",
        1186: "interval", 1700: "numeric", 2278: "void", 3802: "jsonb", 869: "inet",
        1000: "boolean[]", 1001: "bytea[]", 1005: "smallint[]", 1007: "integer[]",
        1009: "text[]", 1016: "bigint[]", 1022: "double precision[]", 2951: "uuid[]",
    ]
}
