/// The places of a plan-day by small numbers, and the minutes between them.
struct PlanWays {
    /// The number of the caller for each place; nil for the unknown place at the start.
    let places: [Int?]
    /// The minutes of each way, row by row.
    let minutes: [Int]
    /// The minutes of the quickest way over any other places, row by row; 0 if there are too many places to know it.
    let shortest: [Int]

    /// The minutes of a way that nobody goes.
    static let endless = 1 << 28

    private static let mostConnected = 128

    private let numbers: [Int: Int]

    init(origin: Int?, _ others: some Sequence<Int?>, _ travel: TravelTimes) {
        var places: [Int?] = [origin], numbers: [Int: Int] = [:]
        if let origin { numbers[origin] = 0 }
        for place in others.compactMap(\.self).sorted() where numbers[place] == nil {
            numbers[place] = places.count
            places.append(place)
        }
        let count = places.count
        var minutes = Array(repeating: 0, count: count * count)
        for (from, start) in places.enumerated() {
            for (to, end) in places.enumerated() {
                guard let end else {
                    // Nobody goes back to a place that is not known.
                    minutes[from * count + to] = start == nil ? 0 : Self.endless
                    continue
                }
                minutes[from * count + to] = start.map { max(0, travel.minutes(from: $0, to: end)) } ?? 0
            }
        }
        self.places = places
        self.numbers = numbers
        self.minutes = minutes
        shortest = count <= Self.mostConnected ? Self.shortest(minutes, count) : minutes.map { _ in 0 }
    }

    var count: Int { places.count }

    /// Returns the small number of a place; -1 for no place.
    func number(of place: Int?) -> Int { place.flatMap { numbers[$0] } ?? -1 }

    func minutes(from: Int, to: Int) -> Int { minutes[from * count + to] }

    /// Returns the minutes of quickest ways, after R. W. Floyd, "Algorithm 97: Shortest Path", 1962.
    private static func shortest(_ minutes: [Int], _ count: Int) -> [Int] {
        var shortest = minutes
        for middle in 0..<count {
            for from in 0..<count {
                let first = shortest[from * count + middle]
                for to in 0..<count {
                    let way = first + shortest[middle * count + to]
                    if way < shortest[from * count + to] { shortest[from * count + to] = way }
                }
            }
        }
        return shortest
    }
}
