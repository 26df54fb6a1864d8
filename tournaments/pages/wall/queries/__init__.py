"""What its pages show."""
