/// A name in the drawing, or the box that it covers.
struct MapLabel {
    enum Side {
        case right, left, above, below
    }

    let x: Int, y: Int
    let anchor: String?
    let box: MapBox
}

/// A rectangle of the drawing.
struct MapBox {
    let x: ClosedRange<Int>, y: ClosedRange<Int>

    func overlaps(_ other: MapBox) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }

    var isInside: Bool { x.lowerBound >= 2 && x.upperBound <= Int(MapFrame.width) - 2 && y.lowerBound >= 2 }
}

/// Finds a room for each name: beside its place, at the side that covers nothing.
struct MapLabels {
    private(set) var taken: [MapBox] = []

    mutating func take(_ box: MapBox) { taken.append(box) }

    /// Returns the room of a name beside a place; the side that covers least if all cover something.
    mutating func room(for text: String, atX x: Int, y: Int) -> MapLabel {
        let sides: [MapLabel.Side] = [.right, .left, .above, .below]
        let labels = sides.map { label(text, $0, x, y) }
        func covered(_ label: MapLabel) -> Int {
            taken.count { $0.overlaps(label.box) } + (label.box.isInside ? 0 : 100)
        }
        var best = labels[0], least = Int.max
        for label in labels where covered(label) < least { (best, least) = (label, covered(label)) }
        take(best.box)
        return best
    }

    private func label(_ text: String, _ side: MapLabel.Side, _ x: Int, _ y: Int) -> MapLabel {
        // The fonts are the reader's own, so the width of a letter is a guess.
        let wide = min(text.count, 48) * 8
        func box(_ left: Int, _ base: Int) -> MapBox { MapBox(x: left...left + wide, y: base - 13...base + 4) }
        return switch side {
        case .right: MapLabel(x: x + 18, y: y + 5, anchor: nil, box: box(x + 18, y + 5))
        case .left: MapLabel(x: x - 18, y: y + 5, anchor: "end", box: box(x - 18 - wide, y + 5))
        case .above: MapLabel(x: x, y: y - 18, anchor: "mid", box: box(x - wide / 2, y - 18))
        case .below: MapLabel(x: x, y: y + 29, anchor: "mid", box: box(x - wide / 2, y + 29))
        }
    }
}
