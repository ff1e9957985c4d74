"""Every address of the API: one file per group, each with its `router`."""

from __future__ import annotations

from fastapi import APIRouter

from fabula.api.routes import (
    auth,
    chat,
    doctor,
    health,
    novels,
    reading,
    samples,
    setup,
    stories,
    stories_telling,
    stories_world,
    told,
)

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    setup.router,
    auth.router,
    novels.router,
    reading.router,
    told.router,
    chat.router,
    stories.router,
    stories_telling.router,
    stories_world.router,
    samples.router,
    doctor.router,
)
