"""A fit that is still running, or was killed, can be looked at through its journal."""

from conftest import assert_refused
from test_resume import wait_for_journal

ENDLESS = ("--draws", 100000, "--chains", 2, "--warmup", 60)


def unfinished(lehr, table, size):
    """The journal of a fit that was killed when it had grown to that size."""
    process = lehr.start("fit", table, "--out", "r.nc", *ENDLESS)
    wait_for_journal(process, lehr.folder / "r.nc.partial", size)
    process.kill()
    process.communicate()
    return "r.nc.partial"


def test_a_running_fit_is_summarised_and_not_disturbed(lehr, made_up):
    process = lehr.start("fit", made_up[0], "--out", "r.nc", *ENDLESS)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 300000)
    answer = lehr.json("summary", "r.nc.partial")
    later = lehr.json("summary", "r.nc.partial")
    assert process.poll() is None
    process.kill()
    process.communicate()
    assert 0 < answer["draws"] < 100000 and answer["complete"] is False
    assert answer["draws"] == min(answer["progress"]["draws"]) and later["draws"] >= answer["draws"]
    assert [p["name"] for p in answer["parameters"]] == ["variance", "lengthscale"]
    assert any("not finished" in warning for warning in answer["warnings"])


def test_the_summary_says_how_far_each_chain_is(lehr, made_up):
    answer = lehr("summary", unfinished(lehr, made_up[0], 300000))
    assert answer.returncode == 0
    assert "of 100000" in answer.stdout and "last written" in answer.stdout and "R-hat" in answer.stdout


def test_the_report_says_that_it_is_not_finished(lehr, made_up):
    journal = unfinished(lehr, made_up[0], 300000)
    assert lehr("report", journal, "--out", "r.html").returncode == 0
    page = (lehr.folder / "r.html").read_text()
    assert "Not finished." in page and "of 100000" in page and '<section id="surface"' in page


def test_the_report_of_a_warm_up_says_so(lehr, made_up):
    whole = (lehr.folder / unfinished(lehr, made_up[0], 300000)).read_bytes()
    lehr.write("early.nc.partial", whole[:8000])  # the end is torn, as a kill leaves it
    answer = lehr("summary", "early.nc.partial")
    assert answer.returncode == 0 and "Not every chain has a draw yet" in answer.stdout
    assert lehr("report", "early.nc.partial", "--out", "r.html").returncode == 0
    page = (lehr.folder / "r.html").read_text()
    assert "in its warm-up" in page and '<section id="chains"' not in page
    assert_refused(lehr("predict", "early.nc.partial", made_up[0]), 3, "warm-up")


def test_predictions_come_from_the_draws_there_are(lehr, made_up):
    journal = unfinished(lehr, made_up[0], 300000)
    rows = lehr.predict(journal, made_up[0])
    assert len(rows["probability"]) == 60 and all(0 <= p <= 1 for p in rows["probability"])


def test_what_is_no_journal_is_refused(lehr, thyroid):
    lehr.write("r.nc.partial", "no journal at all")
    assert_refused(lehr("summary", "r.nc.partial"), 3, "r.nc.partial")
    lehr.write("empty.nc.partial", "")
    assert_refused(lehr("report", "empty.nc.partial", "--out", "r.html"), 3, "only just begun")
