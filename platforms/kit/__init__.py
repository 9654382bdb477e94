"""Where landed migrations find what has moved. Nothing else imports it: a contract of the import linter says so."""
