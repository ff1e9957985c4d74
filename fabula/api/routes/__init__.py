"""Every address of the API: one file per group, each with its `router`."""

from __future__ import annotations

from fastapi import APIRouter

from fabula.api.routes import auth, chat, doctor, health, novels, reading, samples, setup

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    setup.router,
    auth.router,
    novels.router,
    reading.router,
    chat.router,
    samples.router,
    doctor.router,
)
