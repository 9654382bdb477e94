"""PDFs: `files` says what is in one, `drawing` draws it, in a process of its own, with the letters of `letters`."""
