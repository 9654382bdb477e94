"""What every app uses: money, identifiers, errors, clock, states. No models, no HTTP."""
