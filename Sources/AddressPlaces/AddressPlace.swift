import CMaxMind

/// The place of an address by the database. Any part may be missing.
public struct AddressPlace: Sendable, Hashable {
    /// The country in which the address is used, not the one of its registration (ISO 3166-1).
    public var country: String?
    /// The number of the city in GeoNames.
    public var cityID: Int64?
    /// True if the database has a city, by number or by name.
    public var hasCity = false
    /// The point in degrees, north and east positive; both or none.
    public var latitude: Double?, longitude: Double?
    /// The IANA name of the zone, unchecked.
    public var timeZone: String?
    /// The radius around the point in which two of three addresses of the network are; up to 1,000.
    public var accuracyRadiusKilometres: Int?

    public init() {}

    /// Reads the record of a network (https://maxmind.github.io/MaxMind-DB/). A value of an unexpected type
    /// counts as missing.
    init(of entry: inout MMDB_entry_s) throws(AddressDatabaseError) {
        country = try text(["country", "iso_code"], &entry).flatMap { code in
            code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? code : nil
        }
        cityID = try whole(["city", "geoname_id"], &entry).map { Int64($0) }
        let cityName = try text(["city", "names", "en"], &entry)
        hasCity = cityID != nil || cityName != nil
        timeZone = try text(["location", "time_zone"], &entry)
        accuracyRadiusKilometres = try whole(["location", "accuracy_radius"], &entry).map { Int($0) }
        if let north = try number(["location", "latitude"], &entry), north.magnitude < 90,
            let east = try number(["location", "longitude"], &entry), east.magnitude <= 180 {
            latitude = north
            longitude = east
        }
    }
}

private func text(_ path: [StaticString], _ entry: inout MMDB_entry_s) throws(AddressDatabaseError) -> String? {
    guard let data = try value(path, &entry), data.type == UInt32(MMDB_DATA_TYPE_UTF8_STRING) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data.utf8_string, count: Int(data.data_size))
    return String(validating: bytes, as: UTF8.self)
}

private func number(_ path: [StaticString], _ entry: inout MMDB_entry_s) throws(AddressDatabaseError) -> Double? {
    guard let data = try value(path, &entry) else { return nil }
    switch Int32(bitPattern: data.type) {
    case MMDB_DATA_TYPE_DOUBLE: return data.double_value
    case MMDB_DATA_TYPE_FLOAT: return Double(data.float_value)
    default: return nil
    }
}

private func whole(_ path: [StaticString], _ entry: inout MMDB_entry_s) throws(AddressDatabaseError) -> UInt32? {
    guard let data = try value(path, &entry) else { return nil }
    switch Int32(bitPattern: data.type) {
    case MMDB_DATA_TYPE_UINT16: return UInt32(data.uint16)
    case MMDB_DATA_TYPE_UINT32: return data.uint32
    default: return nil
    }
}

/// Returns the value at a path of keys; nil if there is none.
private func value(
    _ path: [StaticString], _ entry: inout MMDB_entry_s
) throws(AddressDatabaseError) -> MMDB_entry_data_s? {
    var data = MMDB_entry_data_s()
    // A StaticString lives as long as the program and ends with a NUL.
    let keys: [UnsafePointer<CChar>?] =
        path.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) } + [nil]
    let status = MMDB_aget_value(&entry, &data, keys)
    switch status {
    case MMDB_SUCCESS: return data.has_data ? data : nil
    case MMDB_LOOKUP_PATH_DOES_NOT_MATCH_DATA_ERROR: return nil
    default: throw .damaged(String(cString: MMDB_strerror(status)))
    }
}
