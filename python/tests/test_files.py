"""Saving, loading, pickling."""

import glob
import os
import pickle
import random
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import short_model

import lehr


def assert_same_model(ours, theirs, X):
    assert ours.get_params() == theirs.get_params()
    assert ours.classes_.dtype == theirs.classes_.dtype
    assert np.array_equal(ours.classes_, theirs.classes_)
    assert ours.n_features_in_ == theirs.n_features_in_
    assert np.array_equal(ours.predict_proba(X), theirs.predict_proba(X))
    assert repr(ours.summary()) == repr(theirs.summary())


def test_a_pickle_is_the_same_model(fitted, thyroid):
    assert_same_model(pickle.loads(pickle.dumps(fitted)), fitted, thyroid[0])


def test_a_saved_model_is_the_same_model(fitted, thyroid, tmp_path):
    fitted.save(tmp_path / "model.nc")
    loaded = lehr.GPClassifier.load(tmp_path / "model.nc")
    assert_same_model(loaded, fitted, thyroid[0])
    assert list(loaded.feature_names_in_) == list(fitted.feature_names_in_)


def test_more_than_two_classes_are_saved_to_a_folder(fitted_to_three, three_classes, tmp_path):
    fitted_to_three.save(tmp_path / "model")
    assert sorted(path.name for path in (tmp_path / "model").iterdir()) == ["class-0.nc", "class-1.nc", "class-2.nc"]
    assert_same_model(lehr.GPClassifier.load(tmp_path / "model"), fitted_to_three, three_classes[0])
    (tmp_path / "model/class-2.nc").unlink()
    with pytest.raises(ValueError, match="3 classes were saved, but there are run files of 2"):
        lehr.GPClassifier.load(tmp_path / "model")


def test_text_that_looks_like_numbers_stays_text(tmp_path):
    model = short_model(draws=10).fit(np.arange(6.0)[:, None], list("000111"))
    model.save(tmp_path / "model.nc")
    assert lehr.GPClassifier.load(tmp_path / "model.nc").predict([[0.0]]).tolist() == ["0"]


def test_a_run_keeps_its_arrays_alive(fitted):
    latents = pickle.loads(pickle.dumps(fitted)).runs_[0].posterior["f"]
    assert np.array_equal(latents, fitted.runs_[0].posterior["f"])
    with pytest.raises(ValueError, match="read-only"):
        latents[0, 0, 0] = 1


def test_without_latents_the_run_is_small_and_still_predicts(thyroid):
    model = short_model(keep_latents=False).fit(*thyroid)
    assert "f" not in model.runs_[0].posterior
    assert model.runs_[0].log_likelihood["y"].shape == (2, 50, len(thyroid[0]))
    assert model.score(*thyroid) > 0.95


@pytest.mark.parametrize("content", [None, b"", b"not a run file"])
def test_a_bad_file_is_a_value_error(tmp_path, content):
    path = tmp_path / "bad.nc"
    if content is not None:
        path.write_bytes(content)
    for read in (lehr.read_run, lehr.GPClassifier.load):
        with pytest.raises(ValueError, match="bad.nc"):
            read(path)


def test_damaged_files_harm_nobody_while_other_threads_work(fitted, tmp_path):
    fitted.runs_[0].save(tmp_path / "run.nc")
    whole = (tmp_path / "run.nc").read_bytes()
    done = threading.Event()
    workers = [threading.Thread(target=lambda: [np.ones((200, 200)) @ np.ones((200, 200)) for _ in iter(done.is_set, True)])
               for _ in range(2)]
    for worker in workers:
        worker.start()
    refused = 0
    try:
        for number in range(40):
            damaged = bytearray(whole)
            chance = random.Random(number)
            for _ in range(64):
                damaged[chance.randrange(8, 60000)] = chance.randrange(256)  # where the structure of the file is
            (tmp_path / "bad.nc").write_bytes(damaged)
            try:
                lehr.read_run(tmp_path / "bad.nc")
            except ValueError as error:
                assert "bad.nc" in str(error)
                refused += 1
    finally:
        done.set()
        for worker in workers:
            worker.join()
    assert refused > 30
    assert lehr.read_run(tmp_path / "run.nc").posterior["variance"].shape == (2, 50)


READ_BESIDE_PRODUCTS = """
import os, sys, threading
import numpy as np
import lehr
matrix = np.ones((300, 300))
matrix @ matrix
assert len(os.listdir("/proc/self/task")) > 1, "numpy has one thread: scripts/install-packages test brings another BLAS"
done = threading.Event()
worker = threading.Thread(target=lambda: [matrix @ matrix for _ in iter(done.is_set, True)], daemon=True)
worker.start()
for _ in range(40):
    run = lehr.read_run(sys.argv[1])
done.set()
worker.join()
print(run)
"""


def test_runs_are_read_while_a_threaded_blas_multiplies_matrices(fitted, tmp_path):
    """OpenBLAS stops its threads in a handler of fork, and waits for ever where another thread has given them work."""
    fitted.runs_[0].save(tmp_path / "run.nc")
    threaded = [*glob.glob("/usr/lib/*/openblas-pthread"), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "2", "LD_LIBRARY_PATH": ":".join(filter(None, threaded))}
    read = subprocess.run([sys.executable, "-c", READ_BESIDE_PRODUCTS, tmp_path / "run.nc"], env=environment, timeout=120, text=True,
                          capture_output=True, check=False)
    assert read.returncode == 0, read.stderr
    assert "2 chains of 50 draws" in read.stdout


def test_a_folder_without_models_is_a_value_error(tmp_path):
    with pytest.raises(ValueError, match="no saved classifier"):
        lehr.GPClassifier.load(tmp_path)


def test_the_repr_says_what_was_fitted(fitted):
    assert repr(fitted.runs_[0]) == (
        "<lehr.Run: 215 rows, 5 features; rbf kernel, probit likelihood; 2 chains of 50 draws>"
    )


def test_the_summary_is_a_table(fitted):
    summary = fitted.summary()
    assert list(summary) == ["variance", "lengthscale"]
    assert repr(summary).splitlines()[0].split()[:3] == ["parameter", "mean", "sd"]
    frame = summary.to_frame()
    assert frame.loc["lengthscale", "mean"] == pytest.approx(fitted.runs_[0].posterior["lengthscale"].mean())
    assert fitted.diagnostics_["complete"] is True
    assert len(fitted.diagnostics_["acceptance_rate"]) == 2
    assert fitted.diagnostics_["broken_proposals"] == fitted.runs_[0].sample_stats["broken"].sum() == 0
    assert 20 <= fitted.diagnostics_["warmup_evaluations"] <= 120
    assert fitted.diagnostics_["fallback_reason"] is fitted.diagnostics_["silence"] is None
