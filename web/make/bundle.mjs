// Bundles NAME.entry.mjs with esbuild: node bundle.mjs NODE_MODULES NAME FORMAT OUT [FILE TEXT_FILE]
// The text in TEXT_FILE replaces FILE, which is relative to node_modules, before the changes of patches.mjs.

import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { patches, replaced } from "./patches.mjs";

const [nodeModules, name, format, out, file, textFile] = process.argv.slice(2);
const root = realpathSync(nodeModules) + sep;
const texts = { ...replaced[name], ...(file && { [file]: readFileSync(textFile, "utf8") }) };
const changes = patches[name] ?? [];
const waiting = new Set([...Object.keys(texts), ...changes.map(({ file }) => file)]);

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function patched(file, text) {
  for (const { find, replace, why } of changes.filter((patch) => patch.file === file)) {
    const count = text.split(find).length - 1;
    if (count !== 1) stop(`A patch no longer fits: ${file} has its text ${count} times instead of once (${why}).`);
    text = text.replace(find, () => replace);
  }
  return text;
}

function contents(path) {
  const file = path.startsWith(root) ? path.slice(root.length).replaceAll(sep, "/") : path;
  waiting.delete(file);
  return patched(file, texts[file] ?? readFileSync(path, "utf8"));
}

const changing = {
  name: "changing",
  setup: ({ onLoad }) => onLoad({ filter: /\.m?js$/ }, ({ path }) => ({ contents: contents(path), loader: "js" })),
};

const { build } = createRequire(root)("esbuild");
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL(`./${name}.entry.mjs`, import.meta.url))],
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
