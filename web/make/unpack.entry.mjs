// Zstandard's own decoder, for what the page carries. See boot.js.

import { ZSTDDecoder } from "zstddec";

knightsTour.decoder = new ZSTDDecoder();
