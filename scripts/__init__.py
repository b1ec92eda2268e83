"""What the make targets call, and what tests and benchmark share."""
