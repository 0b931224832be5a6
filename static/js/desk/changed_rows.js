// A changed table of a desk takes the place of its row, and of the data of a table that is not listed. A finger on the
// keyboard stays at the row.
import { $, $$, emit } from "../page/dom.js";

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { fragment, target } = detail,
    row = fragment.querySelector("li.match");
  if (!row) return;
  if (target.matches("i")) {
    const data = document.createElement("i");
    for (const { name, value } of row.attributes) if (name !== "class") data.setAttribute(name, value);
    data.hidden = true;
    data.append(...$$("[name=seen]", row));
    row.replaceWith(data);
  } else if (target.contains(document.activeElement))
    setTimeout(() => $(`[data-match="${row.dataset.match}"] a`)?.focus({ preventScroll: true }));
});

// News that were asked for before an entry was answered may be older than what that answer showed: ask once more.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail,
    since = $("#news [name=since]")?.value;
  if (target.id !== "news" || requestConfig.verb !== "get" || requestConfig.formData.get("since") === since) return;
  event.detail.shouldSwap = false;
  emit("live-skipped");
});
