/* Makes the site one that opens without a network: the service worker, and a store that is not cleared for want of room. */
export async function stayReachable() {
  const line = document.querySelector("#insecure");
  if (line) line.hidden = window.isSecureContext;
  try {
    await navigator.serviceWorker?.register("/sw.js", { scope: "/" });
    await navigator.storage?.persist?.();
  } catch { /* A browser that forbids it keeps the page as long as it is open. */ }
}
