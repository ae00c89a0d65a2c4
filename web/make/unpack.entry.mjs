// Zstandard's own decoder, for what the page carries. See boot.js.

import { ZSTDDecoder } from "zstddec/stream";

knightsTour.decoder = new ZSTDDecoder();
