"""For the tests that hypothesis drives: how busy the machine is proves nothing."""

from hypothesis import HealthCheck, settings

settings.register_profile("arena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arena")
