const overlay = document.getElementById("overlay");
const stream = new EventSource(overlay.dataset.stream);
stream.addEventListener("message", (told) => { overlay.innerHTML = told.data; });
stream.addEventListener("error", () => { overlay.innerHTML = ""; });
