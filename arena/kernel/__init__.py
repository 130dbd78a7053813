"""What every game is: seats, chance, choices, events, results, documents."""
