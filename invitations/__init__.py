"""UMA invitations: a customer of one platform invites a person, who claims it as a customer of any platform.

No money moves. Nothing imports this app but `config`.
"""
