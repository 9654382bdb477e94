"""How names of all scripts are spelt in Latin letters: `latin` spells, `japanese` has readings, `fields` keeps them."""
