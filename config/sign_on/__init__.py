"""Staff sign on by the company's OpenID Connect provider: docs/decisions/0089-sign-on.md.

`provider` asks it, `tokens` judges what it says, `accounts` finds or makes the account, `pages` leads the browser.
"""
