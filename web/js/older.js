// For browsers that cannot even read boot.js: goes into <script nomodule>, which every browser since 2018 skips.
(function () {
  var notice = document.getElementById("fault");
  document.documentElement.setAttribute("data-boot", "");
  document.documentElement.setAttribute("data-python", "failed");
  document.documentElement.setAttribute("data-fault", "old");
  notice.className = "fault wrap";
  notice.textContent = "The board stays as it is. This browser is too old to run Python in a page.";
})();
