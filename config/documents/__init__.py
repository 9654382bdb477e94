"""What readers get: the page at `/`, the pages below `/docs/`, and the settings of the OpenAPI document's generator."""
