"""The one exception of the package: what was refused, with the numbers and the remedy."""


class AttentionError(ValueError):
    """A refused input: a `code` to translate by, the `values` to fill in, an English message.

    The same code always carries the same value names, so a catalogue can hold one sentence a code.
    """

    def __init__(self, code: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.message, self.values)


def _rebuild(code: str, message: str, values: dict[str, object]) -> AttentionError:
    return AttentionError(code, message, **values)
