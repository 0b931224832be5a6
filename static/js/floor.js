// Stadium: the judge's board follows the hall. Tiles change where they lie and nothing moves under a finger.
import { $, $$, fill, make } from "./page/dom.js";

const board = () => $("[data-floor]");
const pictures = () =>
  Object.fromEntries(
    $$("[data-state]", $("[data-pictures]")?.content ?? document.createElement("i")).map((one) => [
      one.dataset.state,
      one.dataset.icon,
    ]),
  );

const follow = (news) => {
  const wall = board(),
    drawn = pictures();
  wall.dataset.version = news.version;
  $$(".tile[id]", wall).forEach((tile) => {
    const [state, word] = news.tiles[tile.id.slice(1)] ?? [];
    if (!state) return;
    tile.dataset.state = state;
    $("use", tile)?.setAttribute("href", `#i-${drawn[state]}`);
    $("i", tile).textContent = word;
  });
  $$("[data-count]").forEach((count) => {
    count.textContent = news.counts[count.dataset.count] ?? count.textContent;
  });
  const more = news.wanted.filter((key) => !document.getElementById(`t${key}`)).length,
    line = $("[data-fresh]");
  if (line) {
    line.hidden = !more;
    line.replaceChildren(
      ...(more
        ? [
            make("a", {
              href: location.href,
              textContent: fill(line.dataset.text, { n: more }),
            }),
          ]
        : []),
    );
  }
};
const ask = async () => {
  const wall = board();
  if (!wall || document.hidden) return;
  const answer = await fetch(
    `${wall.dataset.url}${wall.dataset.url.endsWith("?") ? "" : "&"}seen=${wall.dataset.version}`,
    { headers: { Accept: "application/json" } },
  );
  if (answer.status === 200 && answer.headers.get("Content-Type")?.includes("json")) follow(await answer.json());
};
const often = () => ask().catch(() => {});
if (board()) {
  document.body.addEventListener("live-changed", often);
}

// A new call makes the phone of a judge buzz.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.matches?.("[data-buzz]") && event.target.textContent.trim()) navigator.vibrate?.([200, 100, 200]);
});
