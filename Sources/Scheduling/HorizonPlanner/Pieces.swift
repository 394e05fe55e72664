/// The lengths of pieces into which a task is split.
public enum Pieces {
    /// Returns the numbers of pieces that are possible; nil if pieces of these lengths cannot have the length.
    public static func counts(of length: Int, least: Int, greatest: Int) -> ClosedRange<Int>? {
        guard length > 0, least > 0, least <= greatest else { return nil }
        let fewest = (length + greatest - 1) / greatest, most = length / least
        return fewest <= most ? fewest...most : nil
    }

    /// Returns the lengths of pieces: equal up to a step of the grid, the longer ones first, and in the sum exactly the
    /// length.
    ///
    /// If the grid leaves a piece too short or too long, they are equal up to a minute.
    public static func lengths(of length: Int, count: Int, least: Int, greatest: Int, grid: Int) -> [Int] {
        let onGrid = lengths(of: length, count: count, step: grid)
        let fits = onGrid.allSatisfy { least <= $0 && $0 <= greatest }
        return fits ? onGrid : lengths(of: length, count: count, step: 1)
    }

    private static func lengths(of length: Int, count: Int, step: Int) -> [Int] {
        let steps = length / step, rest = length % step
        return (0..<count).map { index in
            (steps / count + (index < steps % count ? 1 : 0)) * step + (index == 0 ? rest : 0)
        }
    }
}
