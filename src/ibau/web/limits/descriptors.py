"""File descriptors: every connection takes one, and a system gives a process only a limited number."""

import sys

OTHER_DESCRIPTORS = 300  # that are no boards: the database, computer players, and requests that come and go

if sys.platform == "win32":

    def boards_allowed(wanted: int) -> int:
        """As many boards as are wanted can be open at once: there is no such limit here."""
        return wanted
else:
    import resource

    def boards_allowed(wanted: int) -> int:
        """How many boards can be open at once, at most `wanted`; the limit is raised as far as the system allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = wanted + OTHER_DESCRIPTORS
        if not _suffices(soft, needed):
            soft = needed if _suffices(hard, needed) else hard
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return wanted if _suffices(soft, needed) else max(0, soft - OTHER_DESCRIPTORS)

    def _suffices(limit: int, needed: int) -> bool:
        return limit == resource.RLIM_INFINITY or limit >= needed
