"""The laws of rules, at every table of every game of the house."""

from tablee.laws.test_rules import *  # noqa: F403
