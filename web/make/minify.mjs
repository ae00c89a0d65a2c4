// Makes a script or a style sheet small with esbuild: node minify.mjs NODE_MODULES TARGET IN OUT

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, resolve, sep } from "node:path";

const [nodeModules, target, source, out] = process.argv.slice(2);
const { buildSync } = createRequire(resolve(nodeModules) + sep)("esbuild");
const whole = { minify: true, charset: "utf8", legalComments: "none", write: false };
// A script that is a module becomes one function, and its constants their values; a style sheet's addresses stay.
const form = extname(source) === ".css" ? {} : { target, bundle: true, format: "iife" };
const { outputFiles } = buildSync({ entryPoints: [source], ...whole, ...form });
writeFileSync(out, outputFiles[0].text.trimEnd());
