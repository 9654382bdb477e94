// Loaded before htmx begins its work: the content security policy lets no style of its own through, and what stands in
// an attribute is never run.
htmx.config.includeIndicatorStyles = false;
htmx.config.allowEval = false;
