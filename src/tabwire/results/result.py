"""What every result is, and the picture that one may hold."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Result(BaseModel):
    """What a command returns. Surfaces send it as JSON or as the text of `to_text`."""

    model_config = ConfigDict(frozen=True)

    def to_text(self) -> str:
        """Return the short text that people and models read: TOON, without empty fields."""
        from toon_format import encode

        facts = self.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
        return encode(facts) if facts else "ok"


class Image(BaseModel):
    """A picture inside a result; surfaces that can show pictures show it as one."""

    model_config = ConfigDict(frozen=True)

    media_type: str
    base64: str
