// Tells the sign-in form which time zone this browser is in, so that a new account starts with it.
// Without script the field stays empty and the account starts with UTC, to be changed in settings.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("input[data-zone]")) field.value = zone ?? "";
