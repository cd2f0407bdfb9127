"""The Enemy's turn, as the rules play it: whom it shoots at, what it draws and plays, and where its cards go."""
