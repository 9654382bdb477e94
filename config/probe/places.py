"""Where the probe is stuck: what its payments tell, and the heartbeats of worker and beat."""

from django.conf import settings

from config.probe import playing, progress
from config.probe.progress import Stage
from config.processes import heartbeats

PLACES = ("BEAT", "WORKER", *map(str, Stage))
"""BEAT and WORKER where that role gives no heartbeat, otherwise the stage."""
_NEEDS = {Stage.BEGIN: ("worker", "beat"), Stage.SETTLEMENT: ("worker",), Stage.DELIVERY: ("worker",)}
"""The roles without which a stage is not left."""


def progress_of_probe() -> tuple[progress.Progress, str] | None:
    """Return what the last payments tell, and where the probe is stuck, empty if nowhere; None where it is off."""
    platform = playing.platform() if settings.PROBE else None
    if platform is None:
        return None
    told = progress.of(platform, now=platform.now())
    return told, _place(told.stuck_at)


def _place(stage: Stage | None) -> str:
    if stage is None:
        return ""
    away = [role for role in _NEEDS[stage] if heartbeats.lives(role) is False]
    return away[0].upper() if away else str(stage)
