"""The sandbox: one adapter per port, playing every scenario without moving money."""
