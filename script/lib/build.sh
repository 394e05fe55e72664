# Building. Release goes to .build and debug to .build-debug, so that neither throws the other away.

# set_build release|debug: fills in BUILD_KIND, BUILD_FOLDER and PROGRAM.
set_build() {
    BUILD_KIND=$1
    case $1 in
        release) BUILD_FOLDER=$ROOT/.build ;;
        debug) BUILD_FOLDER=$ROOT/.build-debug ;;
    esac
    PROGRAM=$BUILD_FOLDER/$BUILD_KIND/jadwal
}

# What every build of ours is called with: an import that the manifest does not allow is an error.
build_flags() {
    printf '%s\n' --configuration "$BUILD_KIND" --scratch-path "$BUILD_FOLDER" \
        --static-swift-stdlib --explicit-target-dependency-import-check error
}

# is_built: whether the program is newer than everything it is made of. SwiftPM would find out
# too, but takes a good second for it; folders are compared as well, so a deleted file counts.
is_built() {
    local stamp=$BUILD_FOLDER/jadwal.built
    [[ -x $PROGRAM && -e $stamp ]] || return 1
    [[ -z $(find "$ROOT/Package.swift" "$ROOT/Sources" -newer "$stamp" -print -quit) ]]
}

# build_program: builds the executable unless it is up to date. The standard library is linked in,
# so the account it runs as needs no way into the toolchain's folder.
build_program() {
    if is_built; then
        return
    fi
    need_swift
    say "building Jadwal ($BUILD_KIND; the first time takes some minutes)"
    local flags started=$SECONDS output
    mapfile -t flags < <(build_flags)
    output=$BUILD_FOLDER/jadwal.build.log
    mkdir -p "$BUILD_FOLDER"
    touch "$BUILD_FOLDER/jadwal.building" # what changes from here on is not in this build
    if ! run_step swift build --package-path "$ROOT" --product jadwal "${flags[@]}" >"$output" 2>&1; then
        grep -E '(error|warning):' "$output" | sort --unique | head -n 30 >&2 || true
        last_lines "$output"
        give_up "The build failed."
    fi
    mv "$BUILD_FOLDER/jadwal.building" "$BUILD_FOLDER/jadwal.built"
    say "built in $((SECONDS - started)) s"
}
