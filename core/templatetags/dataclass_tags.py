"""Tags that show a dataclass, whose fields are the variables of their template."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

from django.template import Library

Fields = TypeVar("Fields")
Tag = TypeVar("Tag", bound=Callable[..., object])


def register_component(register: Library, template: str, tag: str) -> Callable[[type[Fields]], type[Fields]]:
    """Register a dataclass without slots as a tag, whose arguments are its fields.

    The template sees only these fields, not the context of the page.
    """

    def decorate(fields_class: type[Fields]) -> type[Fields]:
        def variables(*args: Any, **kwargs: Any) -> Any:
            return vars(fields_class(*args, **kwargs))

        # Django checks the arguments of a tag against this when a template loads.
        vars(variables)["__signature__"] = signature(fields_class)
        register.inclusion_tag(template, name=tag)(variables)
        return fields_class

    return decorate


def register_computed_component(
    register: Library, template: str, *, takes_context: bool = False
) -> Callable[[Tag], Tag]:
    """Register a function as a tag that shows the dataclass it returns, which has no slots."""

    def decorate(tag: Tag) -> Tag:
        @wraps(tag)
        def variables(*args: Any, **kwargs: Any) -> Any:
            return vars(tag(*args, **kwargs))

        register.inclusion_tag(template, takes_context=takes_context)(variables)
        return tag

    return decorate
