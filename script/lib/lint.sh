# How the Swift code is written, as far as `swift format` can see it.

# Long lines in Tests that are still there, most of them tables. The number only ever goes down.
readonly LONG_TEST_LINES=606

# Layout is done by hand: tables are aligned, and short bodies stay on one line. swift-format reports that
# under these names and has no setting against it.
readonly BY_HAND='\[(Indentation|AddLines|RemoveLine|Spacing|SpacingCharacter|TrailingComma|EndOfLineComment)\]'
# Imports are ordered by module, whatever stands in front of `import`.
readonly TESTABLE='place regular imports before testable imports'

# lint: prints the findings; false if there is one.
lint() {
    local findings long
    findings=$(cd "$ROOT" && swift format lint --configuration .swift-format --recursive Sources Tests Package.swift 2>&1 |
        grep -vE "$BY_HAND|$TESTABLE" | sed "s#^$ROOT/##" | sort --version-sort --unique || true)
    long=$(grep -cE '^Tests/.*\[LineLength\]' <<<"$findings" || true)
    ((long > LONG_TEST_LINES)) || findings=$(grep -vE '^Tests/.*\[LineLength\]' <<<"$findings" || true)
    [[ -n $findings ]] || return 0
    printf '%s\n' "$findings" >&2
    ((long <= LONG_TEST_LINES)) || complain "Tests have $long lines of more than 120 columns; $LONG_TEST_LINES are allowed."
    return 1
}
