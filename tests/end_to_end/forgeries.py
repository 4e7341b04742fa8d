"""Run files that someone has tampered with, made from a true one."""

import h5py
import numpy as np

DESCRIPTION = "lehr_run"


def replace(group, name, data, **options):
    """Puts another variable in a variable's place."""
    del group[name]
    group.create_dataset(name, data=data, **options)


def without(path):
    """Leaves a group, variable or attribute out."""

    def forge(file):
        if path in file.attrs:
            del file.attrs[path]
        else:
            del file[path]

    return forge


def described_as(text):
    return lambda file: file.attrs.__setitem__(DESCRIPTION, text)


def with_description(old, new):
    """Changes a part of the description of the run."""

    def forge(file):
        text = file.attrs[DESCRIPTION]
        text = text.decode() if isinstance(text, bytes) else text
        assert old in text, text[:300]
        file.attrs[DESCRIPTION] = np.bytes_(text.replace(old, new))

    return forge


def with_type(path, kind):
    """The same numbers as another type."""

    def forge(file):
        group, name = path.rsplit("/", 1)
        replace(file[group], name, np.asarray(file[path]).astype(kind))

    return forge


def with_value(path, value):
    return lambda file: file[path].__setitem__((0,) * file[path].ndim, value)


def with_link(path, link):
    def forge(file):
        del file[path]
        file[path] = link(file) if callable(link) else link

    return forge


def with_outside_storage(path, outside):
    """A variable whose numbers lie in another file."""

    def forge(file):
        group, name = path.rsplit("/", 1)
        old = file[path]
        shape, kind = old.shape, old.dtype
        del file[path]
        file[group].create_dataset(name, shape, kind, external=[(str(outside), 0, h5py.h5f.UNLIMITED)])

    return forge


def bomb(path, shape):
    """A huge variable that takes little space: compressed zeros, most of them never written."""

    def forge(file):
        group, name = path.rsplit("/", 1)
        del file[path]
        made = file[group].create_dataset(name, shape, "f8", chunks=(1,) * (len(shape) - 1) + (1 << 20,),
                                          compression="gzip", compression_opts=9)
        made[(0,) * (len(shape) - 1) + (slice(0, 1 << 20),)] = 0

    return forge


def full_of(kind, count):
    def forge(file):
        for i in range(count):
            if kind == "groups":
                file.create_group(f"g{i}")
            elif kind == "variables":
                file.create_dataset(f"v{i}", data=np.int8(1))
            else:
                file.attrs[f"a{i}"] = i

    return forge


def deep(levels):
    def forge(file):
        group = file
        for _ in range(levels):
            group = group.create_group("g")

    return forge


def loop_of_groups(file):
    file["posterior/loop"] = file["posterior"]


def references(file):
    kind = h5py.special_dtype(ref=h5py.Reference)
    values = np.empty(file["posterior/variance"].shape, kind)
    values[...] = file["posterior"].ref
    replace(file["posterior"], "variance", values, dtype=kind)


def compound(file):
    replace(file["posterior"], "variance", np.zeros(file["posterior/variance"].shape, [("a", "f8"), ("b", "S9")]))


def virtual(file):
    shape = file["posterior/variance"].shape
    layout = h5py.VirtualLayout(shape, "f8")
    layout[...] = h5py.VirtualSource("/etc/passwd", "x", shape)
    del file["posterior/variance"]
    file["posterior"].create_virtual_dataset("variance", layout)


FORGERIES = {
    **{f"no {path}": without(path) for path in (
        DESCRIPTION, "lehr_outcome", "posterior", "sample_stats", "observed_data", "constant_data", "posterior/variance",
        "posterior/lengthscale", "sample_stats/accepted", "sample_stats/numbers_from", "sample_stats/log_prior", "observed_data/y", "constant_data/x")},
    **{f"{path} as {kind}": with_type(path, kind) for path, kind in (
        ("posterior/variance", "i8"), ("posterior/variance", "f4"), ("posterior/variance", "S5"), ("posterior/f", "f2"),
        ("posterior/t", "i1"), ("observed_data/y", "f8"), ("constant_data/x", "u8"), ("sample_stats/accepted", ">i8"))},
    "variance of compounds": compound,
    "variance of references": references,
    "a virtual variance": virtual,
    "a description that is a number": described_as(7),
    "a description that is a list": described_as([1.5, 2.5]),
    "an empty description": described_as(np.bytes_(b"")),
    "a description that is not JSON": described_as(np.bytes_(b"{")),
    "a description that is another JSON": described_as(np.bytes_(b"[1, 2]")),
    "a description of nested lists": described_as(np.bytes_(b"[" * 60000)),
    "a description of nested objects": described_as(np.bytes_(b'{"a":' * 10000)),
    "a description with a huge number": with_description('"rows":60', '"rows":9223372036854775807'),
    "a description with a negative number": with_description('"rows":60', '"rows":-60'),
    "a description with a fraction": with_description('"chains":2', '"chains":2.5'),
    "a description of more chains": with_description('"chains":2', '"chains":1000'),
    "a description of fewer draws": with_description('"draws":50', '"draws":49'),
    "an unknown kernel": with_description('"rbf"', '"../../etc/passwd"'),
    "an unknown likelihood": with_description('"probit"', '"%s%s%n"'),
    "an unknown format": with_description('"format":3', '"format":4'),
    "a variance of zero": with_value("posterior/variance", 0),
    "a variance that is no number": with_value("posterior/variance", np.nan),
    "an infinite latent": with_value("posterior/t", np.inf),
    "an infinite sample_stats/alpha": with_value("sample_stats/alpha", np.inf),
    "a label of 3": with_value("observed_data/y", 3),
    "a soft link to itself": with_link("posterior", h5py.SoftLink("/posterior")),
    "a soft link to nothing": with_link("posterior/variance", h5py.SoftLink("/nowhere")),
    "a link into a file of the system": with_link("posterior", h5py.ExternalLink("/etc/passwd", "/")),
    "a link into a device": with_link("posterior", h5py.ExternalLink("/dev/zero", "/")),
    "a link into itself": with_link("posterior", h5py.ExternalLink("bad.nc", "/posterior")),
    "numbers in a file of the system": with_outside_storage("posterior/variance", "/etc/passwd"),
    "numbers in a pipe": with_outside_storage("posterior/variance", "pipe"),
    "groups in a loop": loop_of_groups,
    "a bomb for variance": bomb("posterior/variance", (2, 1 << 40)),
    "a bomb for latents": bomb("posterior/t", (2, 50, 1 << 34)),
}

HARMLESS = {
    "groups within groups": deep(3000),
    "many groups": full_of("groups", 2000),
    "many variables": full_of("variables", 2000),
    "many attributes": full_of("attributes", 500),
}


def forge(true_run, forged, change):
    forged.write_bytes(true_run.read_bytes())
    with h5py.File(forged, "r+") as file:
        change(file)
