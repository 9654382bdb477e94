"""What every app is built from: money, identifiers, errors, clock, states. No models, no HTTP."""
