"""Runs the program within limits that a hostile file must not make it reach."""

import os
import resource

MEMORY = 2 << 30
SECONDS = 60
SANITIZED = bool(os.environ.get("LEHR_SANITIZED"))


def set_limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not SANITIZED:  # they take more address space than any limit leaves
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def within_limits(lehr, *words, **options):
    return lehr(*words, preexec_fn=set_limits, **options)
