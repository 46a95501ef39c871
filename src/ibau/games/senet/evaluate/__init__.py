"""What players look at in the Senet rulesets; one module a ruleset."""
