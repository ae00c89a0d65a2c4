// Reports why Python cannot start. This is the first script of the page, in the syntax of 2009: browsers that cannot parse the
// later scripts still run this one. It reports their errors immediately, until Python is ready.
//
//   <html data-python="failed" data-fault="one of FAULTS">
//   knightsTour.causeOf(error)       the fault that an error shows, or ""
//   knightsTour.sentenceOf(fault)    the sentence for the reader, in the language of the page

(function () {
  "use strict";

  function N_(sentence) {
    return sentence; // marks sentences that are translated later
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

  // For each fault, a pattern of its error messages: those of browsers, and Python's message that an object of the browser lacks
  // an attribute. The first pattern that matches counts.
  var SIGNS = [
    ["memory", /^(?!RuntimeError).*(memory|allocat)|\(OOM\)/i],
    ["forbidden", /\b(SecurityError|NotAllowedError|EvalError): |Content Security Policy|\bCSP\b|TrustedScript/],
    ["old", /^(ReferenceError|CompileError)|AttributeError: \w+$|is not (a function|a constructor|defined|an object)|undefined/],
  ];
  var UNKNOWN = /^(old|python)$/; // faults that a script may report if another script did not run
  var PART = /-[0-9a-f]{12}\.js$/; // texts.js reports the faults of these files

  var root = document.documentElement;

  function causeOf(error) {
    if (!error) return "";
    if (error.fault) return error.fault;
    var text = (error.type || error.name) + ": " + error.message; // Pyodide's errors have the type of the Python error
    for (var i = 0; i < SIGNS.length; i++) if (SIGNS[i][1].test(text)) return SIGNS[i][0];
    return "";
  }

  // Uses the translations of early.js; if that has not run, the language of the address or the browser.
  function translated(text) {
    if (window.knightsTour.translated) return window.knightsTour.translated(text);
    var asked = /[#&]lang=(\w+)/.exec(location.hash);
    try {
      var languages = JSON.parse(document.getElementById("words").textContent);
      return languages[asked ? asked[1] : navigator.language.slice(0, 2)].words[text] || text;
    } catch (error) {
      return text; // there is no table of translations for English
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
    if (!notice) return; // the parser has not reached the notice yet
    notice.className = "fault wrap";
    notice.textContent = sentenceOf(root.getAttribute("data-fault"));
  }

  // Errors of browser extensions do not affect the start. Errors of the page's own files are reported by the script that
  // requests them.
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
