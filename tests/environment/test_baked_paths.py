"""CMake files of the wheels point at this machine afterwards."""

from pathlib import Path

from biped_control.environment.baked_paths import repair_baked_paths, repaired

BAKED = (
    '  INTERFACE_INCLUDE_DIRECTORIES "/opt/python/cp312-cp312/include/python3.12;'
    '/opt/python/cp312-cp312/lib/python3.12/site-packages/numpy/_core/include"\n'
)


def test_both_folders_are_replaced_and_nothing_else() -> None:
    text = "set(x /opt/python/readme)\n" + BAKED
    assert repaired(text, Path("/usr/include/python3.12"), Path(r"/home/a\1/site-packages")) == (
        "set(x /opt/python/readme)\n"
        '  INTERFACE_INCLUDE_DIRECTORIES "/usr/include/python3.12;'
        '/home/a\\1/site-packages/numpy/_core/include"\n'
    )


def test_a_prefix_is_repaired_once(tmp_path: Path) -> None:
    folder = tmp_path / "share" / "std_msgs" / "cmake"
    folder.mkdir(parents=True)
    (folder / "baked.cmake").write_text(BAKED)
    (folder / "plain.cmake").write_text("set(x 1)\n")
    assert repair_baked_paths(tmp_path, tmp_path / "site-packages") == 1
    assert f"{tmp_path}/site-packages/numpy/_core/include" in (folder / "baked.cmake").read_text()
    assert (folder / "plain.cmake").read_text() == "set(x 1)\n"
    assert repair_baked_paths(tmp_path, tmp_path / "site-packages") == 0
