"""Any server that speaks the OpenAI chat protocol, through pydantic-ai.

The library is imported when the first question is asked, because it costs a second to load. Its exceptions are
translated here and nowhere else; messages for people never carry the provider's own text, which may quote the prompt.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from fabula.ai.task import Prompt
from fabula.errors import ModelFailed

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models.openai import OpenAIChatModel

TIMEOUT_S = 300.0
FINISHED = "stop"
UNFINISHED = {
    "length": "The model stopped before its answer was complete. Ask again, or ask for less.",
    "content_filter": "The provider's filter withheld the answer. Ask in other words.",
}


class OpenAICompatible:
    """One configured endpoint: `url` is the base that ends before /chat/completions, `key` may be empty."""

    def __init__(self, url: str, model: str, key: str | None) -> None:
        self.name = model
        self._url = url
        self._key = key
        self._model: OpenAIChatModel | None = None
        self._client: Any = None

    def _connect(self) -> OpenAIChatModel:
        if self._model is None:
            from openai import AsyncOpenAI
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.profiles.openai import OpenAIModelProfile
            from pydantic_ai.providers.openai import OpenAIProvider

            self._client = AsyncOpenAI(
                base_url=self._url, api_key=self._key or "none", timeout=TIMEOUT_S, max_retries=1
            )
            # Without this the library takes the end of the stream for the end of the answer.
            whole = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
            self._model = OpenAIChatModel(self.name, provider=OpenAIProvider(openai_client=self._client), profile=whole)
        return self._model

    async def write(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """Stream the answer; closing the iterator closes the request upstream."""
        model = self._connect()
        from httpx import HTTPError
        from openai import OpenAIError
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.exceptions import AgentRunError, UserError
        from pydantic_ai.settings import ModelSettings

        settings = ModelSettings(max_tokens=prompt.max_tokens, temperature=prompt.temperature)
        try:
            async with model_request_stream(model, _messages(prompt), model_settings=settings) as stream:
                async with aclosing(_text(stream)) as pieces:
                    async for piece in pieces:
                        yield piece
                if stream.finish_reason != FINISHED:
                    told = UNFINISHED.get(str(stream.finish_reason))
                    raise ModelFailed(told or "The model's answer ended without its closing mark. Try again.")
        except (AgentRunError, UserError, OpenAIError, HTTPError, OSError) as fault:
            raise ModelFailed("The model did not answer. Check the model settings, then try again.") from fault
        except (ValueError, TypeError, AttributeError, LookupError) as fault:
            # The libraries read a provider's JSON without checking its shape, and trip over what is not there.
            raise ModelFailed("The model's answer could not be understood. Try again.") from fault

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()


async def _text(stream: Any) -> AsyncGenerator[str, None]:
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    async for event in stream:
        if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
            piece = event.part.content
        elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
            piece = event.delta.content_delta
        else:
            continue
        if piece:
            yield piece


def _messages(prompt: Prompt) -> list[ModelMessage]:
    from pydantic_ai.messages import (
        ModelRequest,
        ModelRequestPart,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        UserPromptPart,
    )

    found: list[ModelMessage] = []
    asked: list[ModelRequestPart] = []
    for message in prompt.messages:
        if message.role == "assistant":
            if asked:
                found.append(ModelRequest(parts=asked))
                asked = []
            found.append(ModelResponse(parts=[TextPart(message.content)]))
        elif message.role == "system":
            asked.append(SystemPromptPart(message.content))
        else:
            asked.append(UserPromptPart(message.content))
    if asked:
        found.append(ModelRequest(parts=asked))
    return found
