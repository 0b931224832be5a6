// The page that forgets players on this phone: which notifications of this browser end with them.
import { $ } from "./page/dom.js";

const box = $("[data-endpoint]");
const fill = async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  const found = await worker?.pushManager?.getSubscription();
  if (found) box.value = found.endpoint;
};
if (box && "serviceWorker" in navigator) fill().catch(() => {}); // without it they end with the link
