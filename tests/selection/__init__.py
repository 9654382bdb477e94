"""Which tests run: by kind, by what a commit changed, and by what reaches most of the service for its time.

`kinds` tells the three kinds of tests, `units` the parts of the source that a change is about, `reach` is the map from
them to the tests that reach them, `measuring` makes it, `changed` asks it. `hooks` gives all of it to pytest.
"""
