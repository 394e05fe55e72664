/// Splits a message at ends of sentences, commas, line breaks and "but".
struct ClauseSplitter {
    let lexicon: ConversationLexicon
    let words: [ChatWord]
    /// The number of the time that a word belongs to, for each word.
    let timeOf: [Int?]

    private(set) var clauses: [MessageReading.Clause] = []
    /// The sentences that end in a question mark.
    private(set) var questions: Set<Int> = []
    private var start = 0, sentence = 0

    init(lexicon: ConversationLexicon, words: [ChatWord], timeOf: [Int?]) {
        (self.lexicon, self.words, self.timeOf) = (lexicon, words, timeOf)
        for index in words.indices {
            if words[index].kind == .sign {
                takeSign(index)
            } else if endsInFace(index) {
                close(before: index + 1, next: index + 1)
                sentence += 1
            } else if index > start, timeOf[index] == nil, lexicon.isMarked(.but, words, at: index) {
                close(before: index, next: index)
            }
        }
        close(before: words.count, next: words.count)
    }

    private mutating func close(before end: Int, next: Int, isQuestion: Bool = false) {
        if start < end {
            clauses.append(MessageReading.Clause(words: start..<end, sentence: sentence, isQuestion: isQuestion))
        }
        start = next
    }

    private mutating func takeSign(_ index: Int) {
        guard !isInTime(index), !isInNumber(index) else { return }
        switch words[index].text {
        case "?", "!", ".", "\n", "؟", ";":
            let isQuestion = words[index].text == "?"
            close(before: index, next: index + 1, isQuestion: isQuestion)
            if isQuestion { questions.insert(sentence) }
            // "5 p.m. works": a dot glued to letters ends no sentence.
            let isAbbreviation = words[index].text == "." && index + 1 < words.count && words[index + 1].isGlued
            if !isAbbreviation { sentence += 1 }
        case "-" where words[index].isGlued: break
        case ",", "(", ")", "\"", "-", ":", "…": close(before: index, next: index + 1)
        default: break
        }
    }

    /// Returns true for a sign between two words of one time: "5:30".
    private func isInTime(_ index: Int) -> Bool {
        timeOf[index] != nil && index > 0 && index + 1 < words.count && timeOf[index - 1] == timeOf[index]
            && timeOf[index + 1] == timeOf[index]
    }

    /// Returns true for a sign between two numbers: "7,000".
    private func isInNumber(_ index: Int) -> Bool {
        words[index].isGlued && index > 0 && words[index - 1].kind == .number && index + 1 < words.count
            && words[index + 1].isGlued && words[index + 1].kind == .number
    }

    /// Returns true for a face before a time, which ends a sentence: "Lina keeps asking 😊 Saturday afternoon?"
    private func endsInFace(_ index: Int) -> Bool {
        words[index].kind == .emoji && index > start && index + 1 < words.count && words[index + 1].kind == .word
            && timeOf[index + 1] != nil
    }
}
