// Runs Python in Pyodide as the page's worker does: node in_worker.mjs <options as JSON> <Python>.
// Options: pyodide (the npm package's folder), project. The Python has cpu(), the processor time of this process in seconds.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [options, text] = process.argv.slice(2);
const { pyodide: runtime, project } = JSON.parse(options);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const pyodide = await loadPyodide({ env: { HOME: "/" } });
for (const name of ["kt_core", "web", "tests"]) {
  pyodide.FS.mkdirTree(`/project/${name}`);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: join(project, name) }, `/project/${name}`);
}
pyodide.globals.set("cpu", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
pyodide.runPython(`import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/project")\n${text}`);
