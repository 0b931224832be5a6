// What was not saved is said beside the boxes until somebody has noted it, whatever is typed meanwhile.
import { $, make } from "../page/dom.js";

export const note = (entry, sentence, more) => {
  const row = make("div", { className: "message" }),
    text = make("div", { className: "grow" });
  const button = (textContent, onclick) =>
    make("button", { type: "button", className: "button", textContent, onclick });
  row.dataset.state = "warning";
  if (sentence instanceof Node) text.append(sentence);
  else text.textContent = sentence;
  if (more) more = button(more.text, more.act);
  row.append(
    text,
    ...(more ? [more] : []),
    button(entry.dataset.textNoted, () => row.remove()),
  );
  more?.addEventListener("click", () => row.remove());
  $("[data-notes]", entry).append(row);
};
