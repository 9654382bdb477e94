-- CACHE 1, the default: numbers taken in advance by a session would not be in the order of the changes.
CREATE SEQUENCE webhooks_event_number;
