"""What is said about positions and actions of the Senet rulesets; one module a ruleset."""
