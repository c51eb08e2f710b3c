"""Results and errors as short texts."""

from __future__ import annotations

from tabwire.errors import ElementAmbiguous, InvalidParams, NoTab
from tabwire.results.result import Image, Result
from tabwire.surfaces.rendering import failure_text, images_of, text_of

PICTURE = Image(media_type="image/png", base64="AAAA")


class Shown(Result):
    title: str
    picture: Image
    more: tuple[Image, ...] = ()


class Own(Result):
    picture: Image

    def to_text(self) -> str:
        return f"{len(self.picture.base64)} characters"


def test_the_bytes_of_pictures_stay_out_of_the_text() -> None:
    shown = Shown(title="front", picture=PICTURE, more=(PICTURE,))
    assert text_of(shown) == "title: front"


def test_pictures_are_found_in_fields_and_lists() -> None:
    assert images_of(Shown(title="front", picture=PICTURE, more=(PICTURE,))) == [PICTURE, PICTURE]


def test_a_result_that_renders_itself_is_left_alone() -> None:
    assert text_of(Own(picture=PICTURE)) == "4 characters"


def test_an_error_says_what_and_what_next() -> None:
    assert failure_text(NoTab("There is no tab t9.")) == (
        "NO_TAB: There is no tab t9. List open tabs with `tabs`, or open one with `new_tab`."
    )


def test_data_that_helps_to_recover_follows_the_sentence() -> None:
    error = ElementAmbiguous(
        "2 match.", candidates=[{"ref": "e1", "role": "button"}, {"ref": "e2", "role": "link"}]
    )
    assert failure_text(error).splitlines()[1:] == ["candidates[2]{ref,role}:", "  e1,button", "  e2,link"]


def test_data_that_the_sentence_holds_already_is_not_repeated() -> None:
    assert "\n" not in failure_text(InvalidParams("No.", next_step="Parameters: text.", known=["text"]))
