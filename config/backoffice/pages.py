"""Settings of pages: their content security policy, and the theme of the back office."""

from csp import constants as csp

# For every page without a policy of its own: the back office, and the API's documentation. Scripts and styles come from
# us or have the page's nonce (platforms.backoffice.nonces). The theme's Alpine makes functions of attributes:
# unsafe-eval.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [csp.NONE],
        "script-src": [csp.SELF, csp.NONCE, "'unsafe-eval'"],
        "style-src": [csp.SELF, csp.NONCE],
        "img-src": [csp.SELF, "data:", "blob:"],
        "font-src": [csp.SELF],
        "connect-src": [csp.SELF],
        "worker-src": [csp.SELF, "blob:"],
        "form-action": [csp.SELF],
        "frame-ancestors": [csp.NONE],
        "base-uri": [csp.NONE],
    }
}

THEME = {
    "SITE_TITLE": "Payments back office",
    "SITE_HEADER": "Payments platform",
    "SITE_SUBHEADER": "Back office",
    "SITE_SYMBOL": "account_balance",
    "SITE_URL": None,
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "ENVIRONMENT": "config.backoffice.site.environment",
    "BORDER_RADIUS": "6px",
    "COLORS": {
        "primary": {
            "50": "oklch(98.4% .014 180.72)",
            "100": "oklch(95.3% .051 180.801)",
            "200": "oklch(91% .096 180.426)",
            "300": "oklch(85.5% .138 181.071)",
            "400": "oklch(77.7% .152 181.912)",
            "500": "oklch(70.4% .14 182.503)",
            "600": "oklch(52% .105 184.704)",
            "700": "oklch(45% .09 186.391)",
            "800": "oklch(43.7% .078 188.216)",
            "900": "oklch(38.6% .063 188.416)",
            "950": "oklch(27.7% .046 192.524)",
        }
    },
    "DASHBOARD_CALLBACK": "config.backoffice.site.start_page",
    "STYLES": ["config.backoffice.site.style"],
    "SCRIPTS": [
        "config.backoffice.site.script",
        "config.backoffice.site.copying",
        "config.backoffice.site.dialogs",
        "config.backoffice.site.local_times",
        "config.backoffice.site.drawing",
        "config.backoffice.site.keys",
    ],
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "config.backoffice.site.icon"}],
    "LOGIN": {"form": "platforms.backoffice.sign_in.passwords.SignInForm"},
    "COMMAND": {"search_callback": "config.backoffice.site.search"},
    "TABS": "config.backoffice.menu.tabs",
    "SIDEBAR": {"command_search": True, "show_search": True, "navigation": "config.backoffice.menu.navigation"},
}
