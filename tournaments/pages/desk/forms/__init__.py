"""What is typed into its pages."""
