// A form pressed twice is sent once. Without this script the server answers the second press.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 5000);
});
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
