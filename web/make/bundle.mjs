// Bundles one browser script with esbuild: node bundle.mjs NODE_MODULES ENTRY FORMAT CHANGES.json OUT
// CHANGES: {"replace": {FILE: TEXT}, "patch": [{"file", "find", "replace", "why"}]}, files relative to node_modules.
// The build stops if a file to replace is not bundled, or if a text to patch does not occur exactly once.

import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { sep } from "node:path";

const [nodeModules, entry, format, changesFile, out] = process.argv.slice(2);
const root = realpathSync(nodeModules) + sep;
const changes = JSON.parse(readFileSync(changesFile, "utf8"));
const waiting = new Set([...Object.keys(changes.replace), ...changes.patch.map(({ file }) => file)]);

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function patched(file, text) {
  for (const { find, replace, why } of changes.patch.filter((patch) => patch.file === file)) {
    const count = text.split(find).length - 1;
    if (count !== 1) stop(`A patch no longer fits: ${file} has its text ${count} times instead of once (${why}).`);
    text = text.replace(find, () => replace);
  }
  return text;
}

function contents(path) {
  const file = path.startsWith(root) ? path.slice(root.length).replaceAll(sep, "/") : path;
  waiting.delete(file);
  return patched(file, changes.replace[file] ?? readFileSync(path, "utf8"));
}

const changing = {
  name: "changing",
  setup: ({ onLoad }) => onLoad({ filter: /\.m?js$/ }, ({ path }) => ({ contents: contents(path), loader: "js" })),
};

const { build } = createRequire(root)("esbuild");
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  format,
  minify: true,
  legalComments: "none",
  charset: "utf8",
  target: "es2022",
  nodePaths: [root],
  external: ["node:*"],
  define: { "import.meta.url": "globalThis.knightsTour.home" }, // snapshot.mjs defines this property, and a page does not
  plugins: [changing],
  write: false,
  logLevel: "error",
});
if (waiting.size) stop(`A patch no longer fits: ${[...waiting].join(", ")} did not come into the bundle.`);
writeFileSync(out, outputFiles[0].contents);
