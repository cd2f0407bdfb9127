"""What a scenario hands to the next: the save sheet."""
