# How the Swift code is written, as far as `swift format` can see it.

# Long lines that remain, most of them tables. The numbers only ever go down.
readonly LONG_SOURCE_LINES=185 LONG_TEST_LINES=627

# Layout is done by hand: tables are aligned, and short bodies stay on one line. swift-format reports that
# under these names and has no setting against it.
readonly BY_HAND='\[(Indentation|AddLines|RemoveLine|Spacing|SpacingCharacter|TrailingComma|EndOfLineComment)\]'
# Imports are ordered by module, whatever is in front of `import`.
readonly TESTABLE='place regular imports before testable imports'

# long_lines FOLDER FINDINGS: how many findings are long lines of a folder.
long_lines() {
    grep -cE "^$1/.*\[LineLength\]" <<<"$2" || true
}

# lint: prints the findings; false if there is one.
lint() {
    local findings folder long allowed
    findings=$(cd "$ROOT" && swift format lint --configuration .swift-format --recursive Sources Tests Package.swift 2>&1 |
        grep -vE "$BY_HAND|$TESTABLE" | sed "s#^$ROOT/##" | sort --version-sort --unique || true)
    for folder in Sources Tests; do
        long=$(long_lines "$folder" "$findings")
        allowed=$LONG_TEST_LINES
        [[ $folder != Sources ]] || allowed=$LONG_SOURCE_LINES
        if ((long > allowed)); then
            complain "$folder has $long lines of more than 120 columns; $allowed are allowed."
        else
            findings=$(grep -vE "^$folder/.*\[LineLength\]" <<<"$findings" || true)
        fi
    done
    [[ -n $findings ]] || return 0
    printf '%s\n' "$findings" >&2
    return 1
}
