// Messages if a passkey cannot be used, or was not. The library does the rest (mfa/js/webauthn.js).
"use strict";

const button = document.querySelector("[data-passkey]");
if (!window.PublicKeyCredential || !navigator.credentials) {
  button.hidden = true;
  document.getElementById("passkey-missing").hidden = false;
}
button.addEventListener("click", () => {
  document.getElementById("passkey-failed").hidden = true;
});
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-failed").hidden = false;
});
