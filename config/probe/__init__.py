"""The probe: a payment that the service makes by itself each minute, and whose webhook it receives.

`playing` sets its platform up and begins payments, `receiver` is the endpoint of its webhooks, and `progress` tells how
far the last payments came. Nothing is kept but the payments themselves.
"""
