/* Keeps on its place on the screen what the reader has there, whatever comes or goes above it. */

/**
 * Remember where things stand in an element that is about to change; gives what scrolls the page so that they stand
 * there again: what is being used (`focused`), or as much of what is in view as can be. A row of a table is known by
 * what it leads to, not by its number: people change places in standings.
 */
export function anchored(element, focused) {
  if (scrollY === 0) return () => {}; // the top of a page is read from the top
  const inView = ([, top]) => top >= 0 && top < innerHeight;
  const used = focused && inView(["", focused.getBoundingClientRect().top]) ? focused : null;
  const before = places(element, used).filter(inView);
  return () => {
    const after = new Map(places(element, used));
    const moves = before.filter(([key]) => after.has(key)).map(([key, top]) => Math.round(after.get(key) - top));
    const most = commonest(moves);
    if (most) scrollBy({ top: most, behavior: "instant" });
  };
}

/** How far from the top of the screen everything stands that can be found again, by what finds it. */
function places(element, used) {
  if (used) return used.isConnected ? [["", used.getBoundingClientRect().top]] : [];
  const links = element.querySelectorAll("a[href]");
  const things = links.length ? links : element.querySelectorAll("[id]");
  const seen = new Set(); // what leads to the same place twice is known by the first
  return [...things]
    .map((each) => [each.getAttribute("href") ?? each.id, each])
    .filter(([key]) => !seen.has(key) && seen.add(key))
    .map(([key, each]) => [key, each.getBoundingClientRect().top]);
}

/** The number that is there most often, the smallest way among equals; 0 where there is none. */
function commonest(numbers) {
  const counts = new Map();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  const order = ([a, often], [b, seldom]) => seldom - often || Math.abs(a) - Math.abs(b);
  return [...counts].sort(order)[0]?.[0] ?? 0;
}
