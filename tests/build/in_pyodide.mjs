// Runs pytest inside Pyodide: node in_pyodide.mjs <options as JSON> <pytest arguments>.
// Options: pyodide (the npm package's folder), project, packages (a folder of pure-Python packages),
// core (the zip to import kt_core from), kept (a folder that caches compiled code).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const VALUES = 3; // limit for the parameters of a test that are tried

const [options, ...chosen] = process.argv.slice(2);
const { pyodide: runtime, project, packages, core, kept } = JSON.parse(options);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
// Only hypothesis's own plugin: others of the environment, such as Playwright's, cannot load here.
const alone = { HYPOTHESIS_NO_PLUGINS: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" }; // some plugins need packages that are missing here
const env = { HOME: "/", HYPOTHESIS_STORAGE_DIRECTORY: "/kept", ...alone };
const pyodide = await loadPyodide({ env });

const mount = (folder, place) => {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
};
mount(join(project, "tests"), "/project/tests");
mount(join(project, "docs"), "/project/docs");
mount(packages, "/packages");
mount(kept, "/kept");
pyodide.FS.writeFile("/core.zip", readFileSync(core));

pyodide.globals.set("chosen", pyodide.toPy(chosen));
process.exitCode = await pyodide.runPythonAsync(`
import os, sys
sys.dont_write_bytecode, sys.pycache_prefix = False, "/kept/bytecode"
sys.path[:0] = ["/core.zip", "/project"]
sys.path.append("/packages")
os.chdir("/project")
import hypothesis, kt_core, pytest

class Few:
    """Keeps some of what is asked again and again with other values, from the first to the last."""

    def pytest_collection_modifyitems(self, config, items):
        asked = {}
        for item in items:
            asked.setdefault((item.module, item.originalname), []).append(item)
        kept = {id(item) for each in asked.values() for item in each[:: -(-len(each) // ${VALUES})]}
        config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
        items[:] = [item for item in items if id(item) in kept]

ci = hypothesis.settings.get_profile("ci")
hypothesis.settings.register_profile("here", ci, max_examples=10)
print("kt_core from", kt_core.__file__, "on Python", sys.version.split()[0], sys.platform)
int(pytest.main([
    "--noconftest", "--capture=sys", "--import-mode=importlib", "--tb=short",
    "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "_hypothesis_pytestplugin",
    "-o", "filterwarnings=error", "-o", "markers=full\\nlong\\nsample", "--rootdir=/project", "-c", "/dev/null",
    "--hypothesis-profile=here", *chosen,
], [Few()]))
`);
