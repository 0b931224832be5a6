// A list of thousands stands on many pages. The names of all of them are fetched once, when somebody is about to type;
// whom the letters fit stands there at once with table or place, and leads to the own row. Without this file the form
// of the search asks the server.
import { $, $$, fill } from "./page/dom.js";
import { plain } from "./page/find.js";

const box = $("[data-index]");
const begin = () => {
  const MOST = 30;
  const hits = $("[data-hits]"),
    shape = $("[data-hit]").content,
    count = $("[data-found]"),
    nobody = $("[data-nobody]"),
    now = +box.dataset.now;
  let known = null, // the index with its names as they are compared
    coming = null;

  const words = (row, rows) =>
    typeof row[2] === "number" ? fill(box.dataset.against, { name: rows[row[2]][0] }) : row[2];
  const read = async () => {
    const answer = await fetch(box.dataset.index);
    if (!answer.ok) throw new Error(answer.status);
    const { size, rows } = await answer.json();
    known = { size, rows, names: rows.map(([name]) => ` ${plain(name)}`) };
  };
  const fetchIndex = () =>
    (coming ??= read().catch(() => {
      coming = null; // no connection, or a server with too much to do: the next letter asks again
    }));

  // Where a word begins with the letters first, then where they stand anywhere; in the order of the list.
  const fitting = (wanted) => {
    const begins = [],
      within = [];
    known.names.forEach((name, at) => {
      if (name.includes(` ${wanted}`)) begins.push(at);
      else if (name.includes(wanted)) within.push(at);
    });
    return [...begins, ...within];
  };
  const address = (at) => {
    const page = known.size < known.rows.length ? Math.floor(at / known.size) + 1 : 1;
    return page === now || !now ? `#row-${at + 1}` : `${box.dataset.part.replace("{page}", page)}#row-${at + 1}`;
  };
  const hit = (at) => {
    const row = known.rows[at],
      made = shape.cloneNode(true),
      number = $(".no", made);
    Object.assign($("a", made), { href: address(at), textContent: row[0] });
    $("small", made).textContent = words(row, known.rows);
    if (row[1] === null) number.remove();
    else number.append(row[1]);
    return made;
  };
  const show = () => {
    const wanted = plain(box.value.trim()),
      found = wanted && known ? fitting(wanted) : [];
    hits.replaceChildren(...found.slice(0, MOST).map(hit));
    hits.hidden = !found.length;
    count.textContent = wanted && known ? fill(count.dataset.text, { n: found.length }) : "";
    nobody.hidden = !wanted || !known || found.length > 0;
    nobody.textContent = fill(nobody.dataset.text, { name: box.value.trim() });
    $$("[data-whole-list]").forEach((part) => {
      part.hidden = Boolean(wanted && known);
    });
  };
  const search = async () => {
    show();
    if (box.value.trim() && !known) {
      await fetchIndex();
      show();
    }
  };

  box.addEventListener("focus", fetchIndex);
  box.addEventListener("input", search);
  // Whoever is found alone needs no other page; several are shown by the server with all that is known of them.
  box.form.addEventListener("submit", (event) => {
    const links = $$("a", hits);
    if (links.length !== 1) return;
    event.preventDefault();
    links[0].click();
  });
  // A row of this page: the list comes back, at that row.
  hits.addEventListener("click", (event) => {
    if (!event.target.closest("a")?.getAttribute("href").startsWith("#")) return;
    box.value = "";
    show();
  });
  document.body.addEventListener("live-changed", () => {
    known = coming = null;
    if (box.value.trim()) search();
  });
  if (box.value.trim() && !new URL(location).searchParams.get("name")) search();
};
if (box) begin();
