// The heading of the printed chapter: the address of this page, also as a QR code. It loads after the chapter.
//
//   knightsTour.handout()   writes both, for the section in view and the present language

import { correction, generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";

const link = () => `${location.href.split("#")[0]}#view=${document.documentElement.dataset.view || "chapter"}`;

knightsTour.handout = () => {
  const onDisk = location.protocol === "file:"; // no phone can open it
  const address = onDisk ? location.pathname.split("/").pop() : link();
  const qr = onDisk ? "" : toSvgSource(generate(link(), { minCorrectionLevel: correction.M }), { on: "#000", off: "#fff" });
  for (const head of document.querySelectorAll(".masthead")) {
    head.querySelector(".address").textContent = address;
    head.querySelector(".qr").innerHTML = qr.slice(qr.indexOf("<svg"));
  }
};
addEventListener("beforeprint", knightsTour.handout);
knightsTour.handout();
