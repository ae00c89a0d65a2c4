// Caches the page for use without a network, after it has started: index.html on a host with https, outside a frame. It does
// nothing for a page from disk, in a frame, in a sandbox or in a course package, nor for the page in one file.
//
//   knightsTour.keepOffline()    registers sw.js, which stores all files of this version
//   knightsTour.dropOffline()    deletes these files after a page from them failed to start

(function () {
  "use strict";

  const isHosted = document.getElementById("payload") && window.isSecureContext && window.parent === window;
  const workers = isHosted && /^http/.test(location.protocol) && navigator.serviceWorker;

  async function keepOffline() {
    const { saveData } = navigator.connection || {};
    if (!workers || saveData) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
    await workers.register("sw.js");
  }

  async function dropOffline() {
    const registration = workers && (await workers.getRegistration());
    if (!registration) return;
    const names = await caches.keys();
    await registration.unregister();
    await Promise.all(names.filter((name) => name.startsWith(`knights-tour ${registration.scope} `)).map((name) => caches.delete(name)));
  }

  Object.assign(window.knightsTour, { keepOffline, dropOffline });
})();
