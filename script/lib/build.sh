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

# build_flags: the options of every build. An import that the manifest does not allow is an error. A
# release has the standard library inside, and runs without a toolchain. A test cannot be built that
# way, and a debug build shares everything with the tests. The linker is lld, because the default one
# warns of a function in Foundation that is not used here.
build_flags() {
    printf '%s\n' --configuration "$BUILD_KIND" --scratch-path "$BUILD_FOLDER" \
        --explicit-target-dependency-import-check error
    [[ $BUILD_KIND == debug ]] || printf '%s\n' --static-swift-stdlib -Xswiftc -use-ld=lld
}

# what_it_loads: the shared libraries of the toolchain, which a debug build needs at run time.
what_it_loads() {
    ldd "$PROGRAM" | sed -nE 's/.*=> (.*libswiftCore\.so) .*/\1/p'
}

# is_built: true if the program is newer than everything it is made of. SwiftPM would find that
# out too, but takes longer. Folders are compared as well, so a deleted file counts.
is_built() {
    local stamp=$BUILD_FOLDER/jadwal.built
    [[ -x $PROGRAM && -e $stamp ]] || return 1
    [[ -z $(find "$ROOT/Package.swift" "$ROOT/Sources" -newer "$stamp" -print -quit) ]]
}

# build_program: builds the executable unless it is up to date.
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
