// Unpack the browser, its libraries and the Chinese font beside the packages that contain them.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import { decompress } from "wawoff2";

const modules = new URL("node_modules/", import.meta.url);
const bin = new URL("@sparticuz/chromium/bin/", modules);
const woff2 = new URL("@fontsource-variable/noto-sans-sc/files/", modules);
const home = new URL("unpacked/", modules);
const fonts = new URL("fonts/", home);

const unpack = (name, into) =>
  pipeline(createReadStream(new URL(`${name}.br`, bin)), createBrotliDecompress(), into);

await mkdir(fonts, { recursive: true });
await unpack("chromium", createWriteStream(new URL("chromium", home), { mode: 0o755 }));
await unpack("al2023.tar", extract(fileURLToPath(home)));
// Chromium finds fonts by fontconfig, which reads TrueType and not WOFF2.
for (const name of await readdir(woff2)) {
  if (!name.endsWith("wght-normal.woff2")) continue;
  const font = await decompress(await readFile(new URL(name, woff2)));
  await writeFile(new URL(name.replace("woff2", "ttf"), fonts), font);
}
