/// Where readers tell what they came across: strict reading ends there, lenient reading goes on.
struct ProblemLog {
    let reading: Reading
    private(set) var problems: [Problem] = []
    /// How many more there were than are listed.
    private(set) var unlisted = 0

    init(_ reading: Reading) {
        self.reading = reading
    }

    mutating func note(_ reason: Irregularity, line: Int?, name: String? = nil) throws(Problem) {
        let problem = Problem(reason, line: line, name: name)
        if reading == .strict { throw problem }
        // A hostile text has a problem in every line; nobody reads so many.
        if problems.count < 1_000 {
            problems.append(problem)
        } else {
            unlisted += 1
        }
    }
}
