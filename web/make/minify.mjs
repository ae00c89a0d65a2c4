// Makes a script or a style sheet small with esbuild: node minify.mjs NODE_MODULES TARGET IN OUT

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, resolve, sep } from "node:path";

const [nodeModules, target, source, out] = process.argv.slice(2);
const { transformSync } = createRequire(resolve(nodeModules) + sep)("esbuild");
const form = extname(source) === ".css" ? { loader: "css" } : { target };
const options = { minify: true, charset: "utf8", legalComments: "none", ...form };
writeFileSync(out, transformSync(readFileSync(source, "utf8"), options).code.trimEnd());
