"""Tables made to confuse: each is refused in one sentence that names the file, or read as what it is; never a crash,
never more than the limits of memory and time."""

import pytest
from conftest import assert_refused, parse_strictly
from limits import within_limits

GOOD = b"a,b,label\n1,2,0\n3,4,1\n5,7,1\n"
MANY = 10**6


def rows(count, row=b"1,2,0\n2,1,1\n"):
    return b"a,b,label\n" + row * count


REFUSED = {
    # encodings
    "UTF-16, little end first": GOOD.decode().encode("utf-16-le").join([b"\xff\xfe", b""]),
    "UTF-16, big end first": b"\xfe\xff" + GOOD.decode().encode("utf-16-be"),
    "UTF-16 without a mark": GOOD.decode().encode("utf-16-le"),
    "UTF-32": GOOD.decode().encode("utf-32"),
    "Latin-1 in a name": "größe,b,label\n1,2,0\n2,1,1\n".encode("latin-1"),
    "half a UTF-8 character at the end": GOOD + b"1,2,\xc3",
    "an overlong UTF-8 character": b"a,b,label\n1,2,0\n1,\xc0\xb1,1\n",
    "a surrogate in UTF-8": b"a,b,label\n1,2,0\n1,\xed\xa0\x80,1\n",
    "a byte order mark twice": b"\xef\xbb\xbf\xef\xbb\xbf1,2,0\n2,1,1\n",
    "only a byte order mark": b"\xef\xbb\xbf",
    "EBCDIC": GOOD.decode().encode("cp500"),
    # other files
    "a NUL byte": b"a,b,label\n1,2\0,0\n2,1,1\n",
    "NUL bytes only": b"\0" * 100000,
    "a gzip archive": b"\x1f\x8b\x08\0" + b"\0" * 100,
    "a spreadsheet": b"PK\x03\x04" + b"\0" * 100,
    "a PDF document": b"%PDF-1.7\n",
    "a program": b"\x7fELF\x02\x01\x01\0" + bytes(range(256)),
    "JSON": b'{"a": [1, 2], "label": [0, 1]}\n',
    "XML": b"<table><row>1</row></table>\n",
    "random bytes": bytes((i * i * 7 + i * 131 + 89) % 256 for i in range(20000)),
    # quotes
    "a quote that never closes before much text": b'a,b,label\n"1,2,0\n' + b"2,1,1\n" * 100000,
    "text behind a closed quote": b'a,b,label\n"1"x,2,0\n2,1,1\n',
    "quotes only": b'"' * 100001,
    "line breaks inside a quoted number": b'a,b,label\n"1\n2",2,0\n2,1,1\n',
    # shapes
    "nothing": b"",
    "blank lines only": b"\n" * 100000,
    "spaces only": b" " * 100000,
    "commas only": b"," * 1000 + b"\n",
    "a million separators": b"," * MANY + b"\n",
    "a row that grows": b"a,b,label\n1,2,0\n2,1,1\n" + b",".join([b"1"] * MANY) + b"\n",
    "a million columns, one of them text": b",".join([b"1"] * MANY) + b"\n" + b",".join([b"x"] + [b"2"] * (MANY - 1)) + b"\n",
    "every row of another length": b"\n".join(b",".join([b"1"] * i) for i in range(1, 500)),
    "a hundred thousand equal names": b",".join([b"a"] * 100000) + b"\n" + b",".join([b"1"] * 100000) + b"\n",
    "two equal names": b"a,a,label\n1,2,0\n2,1,1\n",
    "a row too long at the end of many": rows(100000) + b"1,2,0,4\n",
    # contents
    "a field of ten megabytes": b"a,b,label\n1," + b"x" * (10 << 20) + b",0\n2,1,1\n",
    "a number of a million digits": b"a,b,label\n1," + b"9" * MANY + b",0\n2,1,1\n",
    "an exponent of a million digits": b"a,b,label\n1,1e" + b"9" * MANY + b",0\n2,1,1\n",
    "a million labels": b"a,label\n" + b"".join(b"%d,%d\n" % (i % 7, i) for i in range(MANY)),
    "a label of a megabyte, a third time": b"a,label\n1,0\n2,1\n3," + b"y" * (1 << 20) + b"\n",
    "numbers beyond doubles": b"a,label\n1e308,0\n-1e309,1\n",
    "hexadecimal numbers": b"a,label\n0x10,0\n0x20,1\n",
    "Arabic digits": "a,label\n١,0\n٢,1\n".encode(),
    "decimal commas between commas": b'a,label\n"1,5",0\n"2,5",1\n',
    "a formula": b"a,label\n=1+1,0\n2,1\n",
    "escape sequences": b"a,label\n\x1b]0;title\x07,0\n2,1\n",
    "a right-to-left mark": "a,label\n\u202e1,0\n2,1\n".encode(),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_hostile_table_is_refused_in_one_sentence(lehr, kind):
    lehr.write("t.csv", REFUSED[kind])
    answer = within_limits(lehr, "evidence", "t.csv", "--variance", 5, "--lengthscale", 3, "--quiet")
    assert_refused(answer, 3, "t.csv")
    assert len(answer.stderr) < 2000
    assert "\x1b" not in answer.stderr and "\u202e" not in answer.stderr
    assert within_limits(lehr, "fit", "t.csv", "--out", "r.nc").returncode == 3
    assert lehr.files() == ["t.csv"]


READ = {
    "carriage returns only": (GOOD.replace(b"\n", b"\r"), 3),
    "Windows line ends": (GOOD.replace(b"\n", b"\r\n"), 3),
    "mixed line ends": (b"a,b,label\r1,2,0\n3,4,1\r\n5,7,1", 3),
    "a byte order mark": (b"\xef\xbb\xbf" + GOOD, 3),
    "no line end at the end": (GOOD[:-1], 3),
    "semicolons": (GOOD.replace(b",", b";"), 3),
    "every field in quotes": (b'"a","b","label"\n"1","2","0"\n"3","4","1"\n"5","7","1"\n', 3),
    "names with separators and line breaks": (b'"a,1","b\n2","label"\n1,2,0\n3,4,1\n5,7,1\n', 3),
    "names in other scripts": ("größe,高さ,label\n1,2,0\n3,4,1\n5,7,1\n".encode(), 3),
    "a name of a megabyte": (b"a" * (1 << 20) + GOOD[1:], 3),
    "a hundred thousand blank lines": (GOOD.replace(b"\n", b"\n" * 30000), 3),
    "the smallest and largest numbers": (b"a,label\n5e-324,0\n1e150,1\n-1e150,1\n", 3),
    "numbers whose squares overflow": (b"a,label\n1.7e308,0\n-1.7e308,1\n1e308,1\n", 3),
    "a thousand digits": (b"a,label\n0." + b"3" * 1000 + b",0\n2,1\n3,1\n", 3),
}


@pytest.mark.parametrize("kind", READ)
def test_an_unusual_table_is_read_as_what_it_is(lehr, kind):
    text, count = READ[kind]
    lehr.write("t.csv", text)
    answer = within_limits(lehr, "evidence", "t.csv", "--variance", 5, "--lengthscale", 3, "--format", "json", "--quiet")
    assert answer.returncode == 0, answer.stderr
    assert parse_strictly(answer.stdout)["rows"] == count


@pytest.mark.parametrize("kind", ["UTF-16 without a mark", "NUL bytes only", "a million separators", "random bytes",
                                  "a field of ten megabytes", "nothing", "JSON"])
def test_predict_and_score_refuse_it_too(lehr, made_up, kind):
    lehr.write("t.csv", REFUSED[kind])
    for command in ("predict", "score"):
        assert_refused(within_limits(lehr, command, made_up[1], "t.csv", "--quiet"), 3, "t.csv")
    assert_refused(within_limits(lehr, "report", made_up[1], "--out", "r.html", "--test", "t.csv", "--quiet"), 3, "t.csv")
    assert lehr.files() == ["t.csv"]


def test_a_million_columns_are_read(lehr):
    lines = (b",".join(b"%d" % ((i * j) % 7) for i in range(1, MANY)) + b",%d\n" % (j % 2) for j in (1, 2, 3, 4))
    lehr.write("t.csv", b"".join(lines))
    answer = within_limits(lehr, "evidence", "t.csv", "--variance", 5, "--lengthscale", 1000, "--format", "json", "--quiet")
    assert answer.returncode == 0, answer.stderr
    assert parse_strictly(answer.stdout)["rows"] == 4
