"""What serves the site: threads and lanes, streams, databases, probes."""
