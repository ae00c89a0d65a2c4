// Makes a script small with esbuild: node minify.mjs NODE_MODULES IN OUT

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve, sep } from "node:path";

const [nodeModules, source, out] = process.argv.slice(2);
const { transformSync } = createRequire(resolve(nodeModules) + sep)("esbuild");
const options = { minify: true, charset: "utf8", target: "es2022", legalComments: "none" };
writeFileSync(out, transformSync(readFileSync(source, "utf8"), options).code);
