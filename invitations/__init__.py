"""UMA invitations: a customer of one platform invites somebody, a customer of any platform claims it. No money moves.

Nothing imports this app but `config`.
"""
