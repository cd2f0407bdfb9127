"""Before the siege: set-up, heroes, sections, and the actions of period II."""
