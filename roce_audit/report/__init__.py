"""What is printed and written, for people and for machines."""
