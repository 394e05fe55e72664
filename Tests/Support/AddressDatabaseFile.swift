/// Writes small databases in MaxMind's format, version 2.0 (https://maxmind.github.io/MaxMind-DB/),
/// so that tests need no data of others.
public struct AddressDatabaseFile {
    /// A value of the format; `short`, `long` and `longer` are its unsigned integers of 16, 32 and 64 bits.
    public indirect enum Value {
        case text(String), short(UInt16), long(UInt32), longer(UInt64), double(Double)
        case map(KeyValuePairs<String, Value>)
        case array([Value])
    }

    private var nodes: [[Record]] = [[.none, .none]]
    private var data: [UInt8] = []

    private enum Record {
        case none, node(Int), data(Int)
    }

    public init() {}

    /// Adds the data of an IPv4 network. Networks must not overlap.
    public mutating func add(_ network: (UInt8, UInt8, UInt8, UInt8), bits: Int, _ value: Value) {
        let address = [UInt8](repeating: 0, count: 12) + [network.0, network.1, network.2, network.3]
        add(address, bits: 96 + bits, value)
    }

    /// Adds the data of an IPv6 network.
    public mutating func add(_ address: [UInt8], bits: Int, _ value: Value) {
        let offset = data.count
        Self.write(value, to: &data)
        var node = 0
        for bit in 0..<bits {
            let side = Int(address[bit / 8] >> (7 - bit % 8) & 1)
            if bit == bits - 1 {
                nodes[node][side] = .data(offset)
            } else if case .node(let next) = nodes[node][side] {
                node = next
            } else {
                nodes.append([.none, .none])
                nodes[node][side] = .node(nodes.count - 1)
                node = nodes.count - 1
            }
        }
    }

    /// The file.
    public func bytes(type: String = "Test-City") -> [UInt8] {
        var file: [UInt8] = []
        for record in nodes.joined() {
            let number =
                switch record {
                case .none: nodes.count
                case .node(let node): node
                case .data(let offset): nodes.count + 16 + offset
                }
            file += [UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        }
        file += [UInt8](repeating: 0, count: 16) + data + [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
        Self.write(
            .map([
                "binary_format_major_version": .short(2), "binary_format_minor_version": .short(0),
                "build_epoch": .longer(1_795_444_200), "database_type": .text(type),
                "description": .map(["en": .text("For tests")]), "ip_version": .short(6),
                "languages": .array([.text("en")]), "node_count": .long(UInt32(nodes.count)), "record_size": .short(24),
            ]), to: &file)
        return file
    }

    private static func write(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text):
            control(2, text.utf8.count, &bytes)
            bytes += Array(text.utf8)
        case .double(let double):
            control(3, 8, &bytes)
            bytes += bigEndian(double.bitPattern)
        case .short(let number):
            control(5, 2, &bytes)
            bytes += bigEndian(number)
        case .long(let number):
            control(6, 4, &bytes)
            bytes += bigEndian(number)
        case .longer(let number):
            // Types from 8 on have a further byte.
            bytes += [8, 9 - 7]
            bytes += bigEndian(number)
        case .map(let pairs):
            control(7, pairs.count, &bytes)
            for (key, value) in pairs {
                write(.text(key), to: &bytes)
                write(value, to: &bytes)
            }
        case .array(let values):
            bytes += [UInt8(values.count), 11 - 7]
            for value in values { write(value, to: &bytes) }
        }
    }

    private static func control(_ type: UInt8, _ size: Int, _ bytes: inout [UInt8]) {
        precondition(size < 29 + 256)
        bytes += size < 29 ? [type << 5 | UInt8(size)] : [type << 5 | 29, UInt8(size - 29)]
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

extension AddressDatabaseFile {
    /// Riyadh to within 20 km in 203.0.113.0/25, somewhere in Saudi Arabia in 203.0.113.128/25, New
    /// York without a radius in 2001:db8::/32, and a network of 198.51.100.0/24 with nothing in it.
    public static var sample: AddressDatabaseFile {
        var file = AddressDatabaseFile()
        file.add((203, 0, 113, 0), bits: 25, .map([
            "city": .map(["geoname_id": .long(108_410), "names": .map(["en": .text("Riyadh"), "ar": .text("الرياض")])]),
            "country": .map(["iso_code": .text("SA"), "geoname_id": .long(102_358)]),
            "location": .map([
                "accuracy_radius": .short(20), "latitude": .double(24.6537), "longitude": .double(46.7152),
                "time_zone": .text("Asia/Riyadh"),
            ]),
        ]))
        file.add((203, 0, 113, 128), bits: 25, .map([
            "country": .map(["iso_code": .text("SA")]),
            "location": .map(["accuracy_radius": .short(1_000), "latitude": .double(25), "longitude": .double(45)]),
        ]))
        file.add([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12), bits: 32, .map([
            "city": .map(["names": .map(["en": .text("New York")])]),
            "country": .map(["iso_code": .text("US")]),
            "location": .map(["latitude": .double(40.7), "longitude": .double(-74)]),
        ]))
        file.add((198, 51, 100, 0), bits: 24, .map([:]))
        return file
    }
}
