"""`lehr report`: one HTML file that needs nothing else, shows the run, and holds the command that makes it again."""

import html
import re
import shlex

import pytest
from conftest import assert_refused

HOSTILE = '<img src=x onerror=alert(1)>'


def report(lehr, run, *words):
    """The page of a report that must succeed."""
    answer = lehr("report", run, "--out", "r.html", *words)
    assert answer.returncode == 0, answer.stderr
    return (lehr.folder / "r.html").read_text(encoding="utf-8")


def commands_of(page):
    return [html.unescape(re.sub(r"<[^>]*>", "", text)) for text in re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)]


def headings_of(page):
    return re.findall(r'<section id="([a-z]+)"', page)


def test_it_shows_every_part_of_a_run(lehr, thyroid_run):
    parts = headings_of(report(lehr, thyroid_run))
    assert parts == ["verdict", "fitted", "parameters", "calibration", "responses", "relevance", "prior", "chains", "pairs",
                     "evidence", "settings"]


def test_two_features_give_a_surface_instead_of_responses(lehr, made_up):
    parts = headings_of(report(lehr, made_up[1]))
    assert "surface" in parts and "responses" not in parts


def test_it_shows_which_features_matter_most_relevant_first(lehr, thyroid_run):
    page = report(lehr, thyroid_run)
    part = page[page.index('<section id="relevance"'):page.index('<section id="prior"')]
    features = [feature["name"] for feature in lehr.json("relevance", thyroid_run)["features"]]
    assert re.findall(r'<text class="label end"[^>]*>([^<]*)</text>', part) == features
    assert re.findall(r'<th scope="row">([^<]*)</th>', part) == features


def test_it_shows_the_numbers_of_the_summary(lehr, thyroid_run):
    page = report(lehr, thyroid_run)
    for parameter in lehr.json("summary", thyroid_run)["parameters"]:
        row = re.search(r'<th scope="row">' + parameter["name"] + r"</th>(.*?)</tr>", page)[1]
        cells = [float(cell) for cell in re.findall(r"<td[^>]*>([^<]*)</td>", row)]
        wanted = [parameter[key] for key in ("mean", "sd", "q5", "q50", "q95", "ess_bulk", "ess_tail", "rhat", "mcse_mean")]
        assert cells == pytest.approx(wanted, rel=0.05)


def test_scores_of_held_out_rows_are_those_of_score(lehr, thyroid, thyroid_run):
    rows = thyroid.read_text().splitlines()
    lehr.write("test.csv", "\n".join(rows[:1] + [row.replace(",", "1,", 1) for row in rows[1:40]]) + "\n")
    page = report(lehr, thyroid_run, "--test", "test.csv")
    scores = lehr.json("score", thyroid_run, "test.csv")
    shown = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)<span>", page))
    assert shown["log loss"] == f"{scores['log_loss']:.4f}" and shown["Brier"] == f"{scores['brier']:.4f}"
    assert shown["error"] == f"{100 * scores['error']:.2f} %" and shown["ECE"] == f"{scores['ece']:.4f}"
    assert "held-out rows" in page and "also among the rows" not in page


def test_rows_that_the_fit_has_seen_are_told(lehr, thyroid, thyroid_run):
    assert "215 of them are also among the rows" in report(lehr, thyroid_run, "--test", thyroid)
    lehr.write("one.csv", "".join(thyroid.read_text().splitlines(keepends=True)[:2]))
    assert "1 of them is also among the rows" in report(lehr, thyroid_run, "--test", "one.csv")


def test_it_asks_for_nothing_from_outside(lehr, thyroid_run):
    page = report(lehr, thyroid_run)
    outside = re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", page)
    assert [link for link in outside if not link.startswith(("#", "data:"))] == []
    assert "@import" not in page and "url(" not in page


def test_its_command_makes_the_same_run(lehr, thyroid):
    rows = [f"{row},{'abc'[number % 3]}" for number, row in enumerate(thyroid.read_text().splitlines()[1:])]
    lehr.write("it's.csv", "\n".join(rows) + "\n")
    lehr.fit("it's.csv", "r.nc", "--label", 6, "--positive=-1", "--categorical", "x7", "--kernel", "matern32", "--ard",
             "--prior-variance", "2,0.3", "--prior-lengthscale", "1.5,0.7", "--thin", 2, "--seed", 9, "--header", "no",
             "--importance-samples", 5, "--ep-sweeps", 3, "--no-latents", "--no-standardize", "--sampler", "metropolis",
             "--tune-on", "laplace")
    [command] = commands_of(report(lehr, "r.nc"))
    words = shlex.split(command.replace("\\\n", " "))
    assert words[:2] == ["lehr", "fit"]
    again = lehr(*words[1:], "--resume")  # refused unless every setting is that of the run
    assert again.returncode == 0 and "finished run" in again.stderr


def test_names_from_the_data_are_text(lehr):
    rows = [f"{i % 7},{i * i % 11},{i % 5},{'<b>yes' if i * i % 3 else 'no'}" for i in range(40)]
    lehr.write(f"<i>.csv", "\n".join([f'{HOSTILE},"</script><script>alert(2)</script>","a ""quoted"" & name",<u>y</u>', *rows]) + "\n")
    lehr.fit("<i>.csv", "r.nc", "--ard")
    page = report(lehr, "r.nc")
    for raw in (HOSTILE, "<script>alert(2)", "<b>yes", "<i>.csv", "<u>y"):
        assert raw not in page
    assert html.escape(HOSTILE) in page and "&lt;b&gt;yes" in page


def test_json_names_the_file(lehr, thyroid_run):
    answer = lehr.json("report", thyroid_run, "--out", "r.html")
    assert answer["report"] == "r.html" and answer["bytes"] == (lehr.folder / "r.html").stat().st_size


def test_a_report_of_a_poor_run_says_what_to_do(lehr, thyroid):
    lehr.fit(thyroid, "poor.nc", "--draws", 5)
    page = report(lehr, "poor.nc")
    assert 'class="verdict bad"' in page and "Take more draws" in page


def test_refusals(lehr, thyroid, thyroid_run):
    assert_refused(lehr("report", thyroid_run), 2, "--out")
    assert_refused(lehr("report", thyroid_run, "--out", "no/such/r.html"), 1, "no/such/r.html")
    assert_refused(lehr("report", "missing.nc", "--out", "r.html"), 3, "missing.nc")
    assert_refused(lehr("report", thyroid, "--out", "r.html"), 3, "thyroid.csv")
    assert_refused(lehr("report", thyroid_run, "--out", "r.html", "--test", "missing.csv"), 3, "missing.csv")
    assert lehr.files() == []
