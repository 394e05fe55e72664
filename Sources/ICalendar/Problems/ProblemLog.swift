/// The log of a reader. In strict reading the first problem is thrown, in lenient reading it is listed.
struct ProblemLog {
    let reading: Reading
    private(set) var problems: [Problem] = []
    /// The number of problems that are not listed.
    private(set) var unlisted = 0

    init(_ reading: Reading) {
        self.reading = reading
    }

    mutating func note(_ reason: Irregularity, line: Int?, name: String? = nil) throws(Problem) {
        let problem = Problem(reason, line: line, name: name)
        if reading == .strict { throw problem }
        // A hostile text has a problem in every line, and no person reads them all.
        if problems.count < 1_000 {
            problems.append(problem)
        } else {
            unlisted += 1
        }
    }
}
