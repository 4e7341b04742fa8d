"""`lehr reproduce`: pictures, tables, and the parts they are made from."""

import re
import xml.etree.ElementTree as ElementTree

from conftest import assert_refused

SVG = "{http://www.w3.org/2000/svg}"


def drawn(path):
    """The picture, in which every path must draw something."""
    picture = ElementTree.parse(path).getroot()
    assert picture.tag == SVG + "svg"
    paths = picture.findall(f".//{SVG}path")
    assert paths and all(re.match(r"M[-\d.]+ [-\d.]+[LZ]", path.get("d")) for path in paths)
    return picture


def test_figure1_is_drawn_with_its_contours_and_samples(lehr):
    run = lehr("reproduce", "figure1", "--out", "paper")
    assert run.returncode == 0, run.stderr
    picture = drawn(lehr.folder / "paper/figure1.svg")
    classes = [path.get("class") for path in picture.iter(SVG + "path")]
    for name in ("prior", "likelihood", "posterior", "approximation", "between"):
        assert classes.count(name) >= 5, name
    samples = [circle.get("class") for circle in picture.iter(SVG + "circle")]
    assert sorted(samples) == sorted(2 * 6 * ["sample s0", "sample s1", "sample s2"])
    words = " ".join(text.text for text in picture.iter(SVG + "text"))
    assert "commit" in words and "seed 1" in words
    assert (lehr.folder / "paper/figure1.png").read_bytes().startswith(b"\x89PNG")


def test_without_rsvg_convert_pictures_come_as_svg_and_it_says_so(lehr):
    run = lehr("reproduce", "figure1", "--out", "paper", env={"PATH": str(lehr.folder)})
    assert run.returncode == 0 and "librsvg2-bin" in run.stderr
    assert [path.name for path in (lehr.folder / "paper").iterdir()] == ["figure1.svg"]


def test_impossible_requests_are_refused(lehr):
    assert_refused(lehr("reproduce", "figure7", "--out", "paper"), 2, "figure7", "figure1")
    assert_refused(lehr("reproduce", "figure1"), 2, "--out")
    assert_refused(lehr("reproduce", "figure1", "--out", "paper", "--sets", "glas"), 2, "--sets", "glass")
    (lehr.folder / "file").write_text("")
    assert_refused(lehr("reproduce", "figure1", "--out", "file/paper"), 1, "file/paper")
