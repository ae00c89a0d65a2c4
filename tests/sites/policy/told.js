addEventListener("DOMContentLoaded", () => {
  document.querySelector("knights-tour").addEventListener("found", ({ detail }) => {
    document.getElementById("told").textContent = `Found: ${detail.tour.path.join(" ")}`;
  });
});
