"""Registers the environment with Gymnasium, which calls this when it is imported."""

from __future__ import annotations

ENV_ID = "ludarium/Game-v0"


def register_envs() -> None:
    """Make ``gymnasium.make("ludarium/Game-v0", game=...)`` known, and ``make_vec``."""
    from gymnasium.envs.registration import register, registry

    if ENV_ID not in registry:
        register(
            id=ENV_ID,
            entry_point="ludarium.gymnasium:Env",
            vector_entry_point="ludarium.gymnasium:VectorEnv",
        )
