"""The laboratory: many games at once, tournaments, exact values, training, studies."""
