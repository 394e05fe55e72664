# script/bench templates: how long pages take to render, on one core and without a database.

bench_templates() {
    local flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-template-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 || {
        last_lines "$BENCH/build.log"
        give_up "jadwal-template-bench does not build."
    }
    "$BUILD_FOLDER/release/jadwal-template-bench" "$ROOT"
}
