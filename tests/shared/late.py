"""Late modules as in a page whose parts have not loaded."""

from typing import Any

from web.make.steps import ROOT
from web.page.late import StandIns, is_late


class LateModules(StandIns):
    """Returns stand-ins although the modules are here; it is to be the first of `sys.meta_path`."""

    def find_spec(self, module: str, path: object = None, target: object = None) -> Any:
        """Return the spec of a stand-in; a package is loaded, because it is empty."""
        is_package = (ROOT / module.replace(".", "/")).is_dir()
        return None if is_package or not is_late(module) else super().find_spec(module)
