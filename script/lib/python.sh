# The system tests' Python: Debian's, with the packages of Tests/System/requirements.txt in a
# folder of its own. Their browser is Debian's Chromium; none is downloaded.

readonly TEST_PACKAGES=(python3-venv chromium fonts-noto-core libical-dev systemd logrotate)

# make_python: fills in PYTHON; installs again whenever requirements.txt has changed.
make_python() {
    local folder=$ROOT/.build-python requirements=$ROOT/Tests/System/requirements.txt
    PYTHON=$folder/bin/python
    ! cmp --silent "$requirements" "$folder/installed.txt" || return 0
    say "installing the system tests' Python packages"
    rm -rf -- "$folder"
    /usr/bin/python3 -m venv "$folder"
    run_step "$PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" ||
        give_up "pip could not install what $requirements names."
    cp "$requirements" "$folder/installed.txt"
}
