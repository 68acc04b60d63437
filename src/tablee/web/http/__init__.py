"""Requests and answers: limits, headers, errors, streams, files."""
