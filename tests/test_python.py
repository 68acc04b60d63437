"""The laws of rules that Python itself runs, at every table of every game of the house."""

from tablee.laws.test_python import *  # noqa: F403
