"""What every request and answer passes."""
