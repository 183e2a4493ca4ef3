"""All checks in their order, and what they share."""

import cancelling
import ending
import opening
import searching
import wire
from fault import Fault, Unchecked
from talk import Talk


def initialize(plan):
    """it starts, and `initialize` is answered with its version, its name and what it can"""
    plan.talk().quiet(plan.limits.pause, "before anything else is asked")


CHECKS = [
    initialize, searching.first_page, searching.paging, wire.unknown_method, wire.unknown_members, wire.unreadable_line,
    searching.other_queries, searching.one_after_the_other, cancelling.cancelling, opening.detail, opening.perform,
    ending.end_of_input, ending.end_while_busy,
]


class Plan:
    """What is checked, and the provider as long as it does nothing wrong: then another one is started."""

    def __init__(self, start, limits, query, must_find):
        self.start, self.limits, self.query, self.must_find = start, limits, query, must_find
        self._talk = None

    def talk(self):
        """The provider that runs, as long as there is time."""
        if self.limits.is_over():
            raise Unchecked("the time for all checks is over")
        if self._talk is None:
            self._talk = self.start()
        return self._talk

    def drop(self):
        """Ends it."""
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def run(self, only=""):
        """Runs the checks: a name and a sentence each, and the Fault, the Unchecked, or None."""
        has_begun = True
        for check in CHECKS:
            if only not in check.__name__ and check is not initialize:
                continue
            verdict = self._verdict(check, has_begun)
            if check is initialize and verdict is not None:
                has_begun = False
            yield check.__name__.replace("_", " "), check.__doc__, verdict

    def _verdict(self, check, has_begun):
        if not has_begun:
            return Unchecked("it has not begun")
        try:
            check(self)
        except Unchecked as reason:
            return reason
        except Fault as fault:
            self.drop()
            return fault
        return None
