import Templates
import TestSupport
import Testing

@Suite("Texts")
struct CatalogueTests {
    let catalogue: Catalogue

    init() throws {
        catalogue = try Catalogue(directory: "\(Repository.root)/templates/strings")
    }

    /// Keys that count, without the category: those that English has for `one`.
    private var countingKeys: Set<String> {
        Set(catalogue.keys(.english).filter { $0.hasSuffix(".one") }.map { String($0.dropLast(".one".count)) })
    }

    private func pluralKeys(_ language: Language) -> Set<String> {
        Set(countingKeys.flatMap { key in language.pluralCategories.map { "\(key).\($0)" } })
    }

    private func raw(_ key: String, _ language: Language) throws -> String {
        try #require(catalogue.raw(key, language), "\(language.tag).strings lacks \(key)")
    }

    @Test("an Arabic particle joins a word and stands apart from a number", arguments: [
        ("ساعة", "قبل الفجر بساعة"), ("ساعتين", "قبل الفجر بساعتين"), ("٢٠ دقيقة", "قبل الفجر بـ٢٠ دقيقة"),
        ("20 دقيقة", "قبل الفجر بـ20 دقيقة"), ("\u{2068}Panda\u{2069}", "قبل الفجر بـ\u{2068}Panda\u{2069}"),
    ])
    func particles(length: String, sentence: String) {
        let words = ["prayer": "الفجر", "minutes": length]
        #expect(catalogue.text("event.anchor.before", .arabic, words) == sentence)
    }

    @Test("both languages have the same keys, up to the plural forms each needs")
    func sameKeys() {
        let plain = Language.allCases.map { catalogue.keys($0).subtracting(pluralKeys($0)) }
        #expect(plain[0].symmetricDifference(plain[1]).sorted() == [])
        #expect(plain[0].count > 100)
        #expect(countingKeys.count > 5)
    }

    @Test("a text that counts has a form for every category of its language", arguments: Language.allCases)
    func everyPluralForm(language: Language) {
        #expect(pluralKeys(language).subtracting(catalogue.keys(language)).sorted() == [])
    }

    @Test("no text is empty", arguments: Language.allCases)
    func noEmptyText(language: Language) throws {
        for key in catalogue.keys(language) { #expect(try !raw(key, language).isEmpty, "\(key)") }
    }

    @Test("both languages' texts have the same tags")
    func sameTags() throws {
        for key in catalogue.keys(.english).subtracting(pluralKeys(.english)) {
            #expect(try tags(in: raw(key, .english)) == tags(in: raw(key, .arabic)), "\(key)")
        }
        for key in countingKeys {
            for category in Language.arabic.pluralCategories {
                let allowed = try tags(in: raw("\(key).other", .english))
                let found = try tags(in: raw("\(key).\(category)", .arabic))
                // Arabic writes none, one and two as words; larger numbers need their digits.
                #expect(found.isSubset(of: allowed), "\(key).\(category)")
                if !["zero", "one", "two"].contains(category) { #expect(found == allowed, "\(key).\(category)") }
            }
        }
    }

    @Test("both languages' texts have the same links")
    func sameLinks() throws {
        for key in catalogue.keys(.english).subtracting(pluralKeys(.english)) {
            func links(_ language: Language) throws -> [String] {
                try raw(key, language).matches(of: /href="([^"]*)"/).map { String($0.1) }.sorted()
            }
            #expect(try links(.english) == links(.arabic), "\(key)")
        }
    }

    @Test("numbers are filled in, in the language's form and digits")
    func counting() throws {
        #expect(catalogue.text("wait.minutes", .english, counting: 1) == "1 minute")
        #expect(catalogue.text("wait.minutes", .english, counting: 15) == "15 minutes")
        #expect(catalogue.text("wait.minutes", .arabic, counting: 2) == "دقيقتين")
        #expect(catalogue.text("wait.minutes", .arabic, counting: 5) == "٥ دقائق")
        #expect(catalogue.text("wait.minutes", .arabic, counting: 15) == "١٥ دقيقة")
        #expect(catalogue.text("error.429.message", .english, ["wait": "30 seconds"]).contains("in 30 seconds."))
    }

    @Test("values are put in place of tags, once")
    func filling() {
        let catalogue = Catalogue([
            .english: ["all": "{{a}}-{{b}}{{a}}", "plain": "no tag", "open": "{{a}} {{b"], .arabic: [:],
        ])
        #expect(catalogue.text("all", .english, ["a": "1", "b": "2"]) == "1-21")
        #expect(catalogue.text("all", .english, ["a": "{{b}}", "b": "2"]) == "{{b}}-2{{b}}")
        #expect(catalogue.text("all", .english, ["b": "2"]) == "{{a}}-2{{a}}")
        #expect(catalogue.text("plain", .english, ["a": "1"]) == "no tag")
        #expect(catalogue.text("open", .english, ["a": "1"]) == "1 {{b")
    }

    @Test("the catalogue has every text that sources or templates name, and no other")
    func everyKeyIsUsed() throws {
        let known = catalogue.keys(.english).subtracting(pluralKeys(.english)).union(countingKeys)
        let used = try keysInTemplates().union(keysInSources(known))
        #expect(try keysInTemplates().subtracting(known).sorted() == [])
        #expect(try keysAskedForInSources().subtracting(known).sorted() == [])
        #expect(known.subtracting(used).sorted() == [], "no page shows these")
    }

    private func keysInTemplates() throws -> Set<String> {
        try Set(Repository.files(below: "templates").filter { $0.hasSuffix(".mustache") }.flatMap { file in
            try Repository.text(file).matches(of: /\[\[~?\s*([^\]]*?)\s*~?\]\]/).map { String($0.1) }
        }.filter { !$0.hasPrefix("asset:") })
    }

    /// The literals of `text("…")`.
    private func keysAskedForInSources() throws -> Set<String> {
        try Set(sources().flatMap { $0.matches(of: /\btext\(\s*"([a-zA-Z0-9.-]+)"/).map { String($0.1) } }
            .filter { $0.contains(".") })
    }

    /// Every literal that is a key, and the families whose last parts are put together at run time:
    /// `error.\(key).heading` is rendered by a test for each refusal, and so on.
    private func keysInSources(_ known: Set<String>) throws -> Set<String> {
        let literals = try sources().flatMap { $0.matches(of: /"([a-zA-Z0-9.-]+)"/).map { String($0.1) } }
        let families = [
            "error.", "mail.", "region.", "language.", "prayer.", "hijri.month.", "hijri.abbreviation.", "day.", "view.",
            "calendars.reminder.", "trash.", "undo.", "conflict.done.", "conflict.state.", "search.group.",
            "settings.hijri.", "method.", "high-latitude.", "polar.", "shafaq.", "rounding.", "month.", "day.short.", "option.", "note.problem.", "note.polar.",
            "city.fact.school.", "city.school.", "color.", "event.ordinal.", "event.status.", "event.visibility.",
            "event.series.", "connections.", "delete.item.", "my-week.field.", "prayer-day.", "notice.",
            "notifications.done.", "login.provider.", "first.routines.", "plan-settings.busy.", "routines.",
            "tasks.importance.", "tasks.often.", "plan.room.", "programs.scope.", "position.done.", "position.program.",
            "position.problem.", "position.iphone.", "position.owntracks.", "position.overland.", "position.osmand.",
            "position.traccar.", "position.another.", "travel.mode.", "travel.reason.",
            "outside.state.", "outside.done.", "outside.subscribe.problem.",
        ]
        return Set(literals).union(known.filter { key in families.contains { key.hasPrefix($0) } })
    }

    private func sources() throws -> [String] {
        try Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }.map(Repository.text)
    }

    @Test("a broken catalogue is an error with its file and line", arguments: [
        ("a = 1\nnonsense", "en.strings:2"), ("a = 1\n\n# x\na = 2", "en.strings:4: a is there twice"),
    ])
    func broken(content: String, place: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write("en.strings", content)
        try directory.write("ar.strings", "a = 1")
        #expect { try Catalogue(directory: directory.path) } throws: { "\($0)".contains(place) }
    }

    @Test("a text may hold equals signs; space around key and text is not part of them")
    func spelling() throws {
        let directory = try TemporaryDirectory()
        try directory.write("en.strings", "  a.b \t=\t x = y  \n#c = d\n")
        try directory.write("ar.strings", "")
        let catalogue = try Catalogue(directory: directory.path)
        #expect(catalogue.raw("a.b", .english) == "x = y")
        #expect(catalogue.keys(.english) == ["a.b"])
        #expect(catalogue.raw("a.b", .arabic) == nil)
    }
}

/// The names of the tags in a text.
func tags(in text: String) -> Set<String> {
    Set(text.matches(of: /\{\{\s*([^}\s]+)\s*\}\}/).map { String($0.1) })
}
