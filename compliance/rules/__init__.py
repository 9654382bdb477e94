"""What a verification needs: the rule set as data, and the engine that holds a customer against it."""
