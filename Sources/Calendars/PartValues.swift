/// Values of the components of one series, by their places in it. Each is made when it is first needed.
struct PartValues<Value> {
    private var made: [Int: Value] = [:]

    mutating func value(ofPart index: Int, _ make: () -> Value) -> Value {
        if let value = made[index] { return value }
        let value = make()
        made[index] = value
        return value
    }
}
