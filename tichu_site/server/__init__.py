"""Serving the site: threads and lanes, streams, databases, probes."""
