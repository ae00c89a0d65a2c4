addEventListener("DOMContentLoaded", () => {
  document.querySelector("knights-tour").addEventListener("found", ({ detail }) => {
    document.getElementById("found").textContent = `Found: ${detail.tour.path.join(" ")}`;
  });
});
