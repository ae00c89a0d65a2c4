// PyScript as this page uses it: Python runs on the page's own thread, and PyScript downloads nothing.

import { hooks } from "@pyscript/core";

// A hook for PyScript's own workers. To pass it on, PyScript calls Function(), which the page's policy forbids.
hooks.worker.onBeforeRunAsync.clear();
