// Minifies scripts and style sheets with esbuild: node minify.mjs NODE_MODULES OUT_FOLDER TARGET FILE [TARGET FILE ...]

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join, resolve, sep } from "node:path";

const [nodeModules, out, ...asked] = process.argv.slice(2);
const { buildSync } = createRequire(resolve(nodeModules) + sep)("esbuild");
const whole = { minify: true, charset: "utf8", legalComments: "none", write: false };
for (let i = 0; i < asked.length; i += 2) {
  const [target, source] = asked.slice(i);
  // A script that is a module becomes one function, with its constants inlined. Addresses in style sheets stay unchanged.
  // An ASCII script is read correctly with every charset that a host may declare.
  const form = extname(source) === ".css" ? {} : { target, bundle: true, format: "iife", charset: "ascii" };
  const { outputFiles } = buildSync({ entryPoints: [source], ...whole, ...form });
  writeFileSync(join(out, basename(source)), outputFiles[0].text.trimEnd());
}
