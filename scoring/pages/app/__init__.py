"""What makes the site an app that opens without a network."""
