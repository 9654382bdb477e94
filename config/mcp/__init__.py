"""The Model Context Protocol: programs that are led by a language model call some operations of the API as tools.

`tools` names them, `schemas` makes of the API document what is told of each, `calls` carries one out as the request of
the API that it stands for, `texts` finds in its reply what other people wrote, and `server` is the view.
"""
