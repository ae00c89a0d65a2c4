// Makes HTML of Markdown: node markdown.mjs NODE_MODULES IN.json OUT.json; both are {name: text}.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

const [nodeModules, source, out] = process.argv.slice(2);
const { resolve: find } = createRequire(resolve(nodeModules) + sep);
const { marked } = await import(pathToFileURL(find("marked")).href);
const texts = Object.entries(JSON.parse(readFileSync(source, "utf8")));
const made = texts.map(([name, text]) => [name, marked.parse(text, { async: false })]);
writeFileSync(out, JSON.stringify(Object.fromEntries(made)));
