"""Actions and positions of the Senet rulesets as text; one module a ruleset."""
