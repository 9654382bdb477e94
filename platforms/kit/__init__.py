"""Pure building blocks: money, identifiers, errors, state tables, clock, queue. No models, no HTTP."""
