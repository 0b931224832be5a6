// Photos of a deck check are made small on the phone already; the server checks them all the same.
import { $, $$, fill, make } from "../page/dom.js";
import { addFile } from "../unsent/sending.js";
import { waiting } from "../unsent/store.js";
import { randomKey, sheet } from "./sheet.js";

const LONGEST = 1600;
async function small(file) {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" }),
      share = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const page = make("canvas", {
      width: Math.round(image.width * share),
      height: Math.round(image.height * share),
    });
    page.getContext("2d").drawImage(image, 0, 0, page.width, page.height);
    return await new Promise((done) => page.toBlob((made) => done(made ?? file), "image/jpeg", 0.85));
  } catch {
    return file;
  }
}
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-photo-form]"),
    fields = form ? $$("[name=image]", form) : [], // one opens the camera, one the gallery
    file = fields.map((field) => field.files[0]).find(Boolean);
  if (!file) return;
  event.preventDefault();
  const button = $("[data-attach]", form),
    one = { own: true, url: form.action, file: "image", label: form.dataset.label };
  button.disabled = true;
  try {
    await addFile(
      { ...one, body: new URLSearchParams({ key: randomKey(), note: form.elements.note.value }).toString() },
      await small(file),
    );
    form.reset();
  } catch {
    form.submit();
  } finally {
    button.disabled = false;
  }
});
export function showWaiting() {
  const el = document.getElementById("photo-waits"),
    form = $("[data-photo-form]", sheet);
  if (!el || !form) return;
  const n = waiting().filter((one) => one.url === form.action).length;
  const text = n && !navigator.onLine ? fill(n === 1 ? el.dataset.textOne : el.dataset.text, { n }) : "";
  if (el.textContent.trim() === text) return;
  el.replaceChildren(...(text ? [make("span", { textContent: text })] : []));
}
