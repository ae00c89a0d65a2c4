// Says why Python cannot start. It is the first script of the page, in the syntax of 2009: a browser that cannot read the
// scripts after it still runs this one. It reports at once what they throw before Python is ready.
//
//   <html data-python="failed" data-fault="one of FAULTS">
//   knightsTour.causeOf(error)       the fault that an error shows, or ""
//   knightsTour.sentenceOf(fault)    what the reader is told, in the language of the page

(function () {
  "use strict";

  function N_(sentence) {
    return sentence; // marks what is translated later
  }

  var FAULTS = {
    old: N_("This browser lacks something that Python needs, perhaps because it is too old. A current Chrome, Edge, Firefox or Safari has it."),
    memory: N_("The browser has not enough memory left for Python. Close other tabs or programs, and reload the page."),
    webassembly: N_("WebAssembly is switched off in this browser, and Python needs it. Switch it on, or try another browser."),
    cut: N_("A part of this page did not arrive: the connection broke, a file is missing on the host, or the host sends it as something else than a script. Reload the page; if that does not help, use knights-tour.html, which is a single file."),
    type: N_("The host sends the scripts of this page with a wrong content type, so the browser refuses them. Use knights-tour.html, which is a single file."),
    forbidden: N_("The site that shows this page, a setting of the browser or an extension forbids what Python needs: WebAssembly and scripts from memory. Open the page on its own, or in another browser."),
    missing: N_("A file that belongs to this page is missing. Copy its whole folder, or use knights-tour.html, which is a single file."),
    damaged: N_("A part of this page is damaged, perhaps by a broken download. Get the page again."),
    python: N_("Python stopped while it was starting. Reload the page; if that does not help, try another browser."),
    stopped: N_("Python has stopped, perhaps because memory ran out. Close other tabs, and reload the page."),
    silent: N_("Python has not started, and the browser gives no reason. Reload the page; if that does not help, close other tabs, or try another browser."),
  };

  // What engines write into the errors of each fault, and Python where an object of the browser lacks an attribute; the first
  // that fits counts.
  var SIGNS = [
    ["memory", /^(?!RuntimeError).*(memory|allocat)|\(OOM\)/i],
    ["forbidden", /\b(SecurityError|NotAllowedError|EvalError): |Content Security Policy|\bCSP\b|TrustedScript/],
    ["old", /^(ReferenceError|CompileError)|AttributeError: \w+$|is not (a function|a constructor|defined|an object)|undefined/],
  ];
  var UNKNOWN = /^(old|python)$/; // what a script that misses another one seems to show
  var PART = /-[0-9a-f]{12}\.js$/; // texts.js reports what becomes of these

  var root = document.documentElement;

  function causeOf(error) {
    if (!error) return "";
    if (error.fault) return error.fault;
    var text = (error.type || error.name) + ": " + error.message; // Pyodide's errors have the type of Python's
    for (var i = 0; i < SIGNS.length; i++) if (SIGNS[i][1].test(text)) return SIGNS[i][0];
    return "";
  }

  // early.js translates; where that has not run, the address and the browser name a language.
  function translated(text) {
    if (window.knightsTour.translated) return window.knightsTour.translated(text);
    var asked = /[#&]lang=(\w+)/.exec(location.hash);
    try {
      var languages = JSON.parse(document.getElementById("words").textContent);
      return languages[asked ? asked[1] : navigator.language.slice(0, 2)].words[text] || text;
    } catch (error) {
      return text; // English is in none of them
    }
  }

  function sentenceOf(fault) {
    var both = translated(N_("{sentence} {next}")).replace("{sentence}", translated(N_("The board stays as it is.")));
    return both.replace("{next}", translated(FAULTS[fault]));
  }

  function show(fault) {
    root.setAttribute("data-boot", "");
    root.setAttribute("data-python", "failed");
    root.setAttribute("data-fault", fault);
    root.removeAttribute("data-waits");
    document.addEventListener("DOMContentLoaded", write);
    write();
  }

  function write() {
    var notice = document.getElementById("fault");
    if (!notice) return; // it is still to come
    notice.className = "fault wrap";
    notice.textContent = sentenceOf(root.getAttribute("data-fault"));
  }

  // Errors of extensions and of the page's own files are none of a start's: the latter are reported by who asks for them.
  function report(error, file) {
    var state = root.getAttribute("data-python");
    if (state === "ready" || state === "failed" || !error) return;
    if (PART.test(file) || /-extension:/.test(file + error.stack)) return;
    var fault = error.name === "SyntaxError" ? "old" : causeOf(error) || "python";
    if (isDamaged && UNKNOWN.test(fault)) fault = "damaged";
    if (state === "loading") window.knightsTour.fail(fault, error);
    else show(fault);
  }

  // The content security policy has the digest of each script, so a script that it blocks was damaged in transit.
  var isDamaged = false;
  document.addEventListener("securitypolicyviolation", function (event) {
    if (event.blockedURI !== "inline" || !/^script/.test(event.violatedDirective)) return;
    isDamaged = true;
    if (UNKNOWN.test(root.getAttribute("data-fault"))) show("damaged");
  });

  window.onerror = function (message, file, line, column, error) {
    report(error, file);
  };
  window.onunhandledrejection = function (event) {
    report(event.reason, "");
  };
  window.knightsTour = { causeOf: causeOf, sentenceOf: sentenceOf };
})();
