// The parts of Pyodide for boot.js, as one classic script: the loader, and the module that it would import from an address.

import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { loadPyodide, version } from "pyodide/pyodide.mjs";

knightsTour.pyodideArrived({ createPyodideModule, info, loadPyodide, version });
