/* The switch for messages on this phone, on an entrant's own page. The browser is asked only when it is tapped. */
const form = () => document.querySelector("#to-phone");
const key = () => form().querySelector("[role=switch]");

function say(word) {
  for (const line of document.querySelectorAll("#messages [data-say]")) line.hidden = line.dataset.say !== word;
}

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The same as in message_panel.py. */
async function hashOf(address) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This browser's subscription, if it was made with the key that the site has now. */
async function known(site) {
  const found = await site?.pushManager.getSubscription();
  if (!found) return null;
  const made = new Uint8Array(found.options.applicationServerKey ?? []);
  const now = bytesOf(form().dataset.key);
  return made.length === now.length && made.every((byte, place) => byte === now[place]) ? found : null;
}

async function draw() {
  if (!form()) return;
  const able = "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;
  form().hidden = !able;
  // Only Safari on iPhones and iPads has `standalone`: false unless opened from the home screen.
  if (!able) return say(navigator.standalone === false ? "apple" : "unable");
  const denied = Notification.permission === "denied";
  const found = await known(await navigator.serviceWorker.getRegistration("/"));
  const on =
    !denied &&
    found &&
    form()
      .dataset.phones.split(" ")
      .includes(await hashOf(found.endpoint));
  key().setAttribute("aria-checked", String(Boolean(on)));
  key().disabled = denied;
  return say(denied ? "denied" : "");
}

function send(fields) {
  for (const [name, value] of Object.entries(fields)) form().elements[name].value = value;
  form().requestSubmit();
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return draw();
  await navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url));
  const site = await navigator.serviceWorker.ready;
  let made = await known(site);
  if (!made) {
    await (await site.pushManager.getSubscription())?.unsubscribe();
    const applicationServerKey = bytesOf(form().dataset.key);
    made = await site.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  }
  const { endpoint, keys } = made.toJSON();
  return send({ do: "phone_on", address: endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

async function turnOff() {
  const found = await known(await navigator.serviceWorker.getRegistration("/"));
  return found ? send({ do: "phone_off", address: found.endpoint }) : draw();
}

document.addEventListener("click", async ({ target }) => {
  if (!form() || !key().contains(target) || key().disabled) return;
  key().disabled = true;
  say("");
  try {
    await (key().getAttribute("aria-checked") === "true" ? turnOff() : turnOn());
    key().disabled = Notification.permission === "denied";
  } catch {
    key().disabled = false;
    say("failed");
  }
});
document.addEventListener("htmx:after:swap", draw);
draw();
