/** A section is current once its heading has passed the upper quarter of the screen. Headings far above count too. */
const ABOVE_THE_LINE = '1000000px 0px -75% 0px';

/** Marks the current section in the table of contents. @returns a function that stops it */
export function markCurrentSection(root: HTMLElement): () => void {
  const contents = root.querySelector<HTMLElement>('.markdown-contents');
  if (!contents || typeof IntersectionObserver === 'undefined') return () => undefined;
  const links = new Map<Element, HTMLElement>();
  for (const link of contents.querySelectorAll('a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  const passed = new Set<Element>();
  let current: HTMLElement | undefined;

  const mark = (next: HTMLElement | undefined) => {
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'location');
    current = next;
    // A long table of contents scrolls with the text. The page must not scroll, so scrollIntoView is not used.
    if (next && contents.scrollHeight > contents.clientHeight) {
      contents.scrollTop = next.offsetTop - contents.clientHeight / 2;
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) passed.add(target);
        else passed.delete(target);
      }
      mark([...links].findLast(([heading]) => passed.has(heading))?.[1]);
    },
    { rootMargin: ABOVE_THE_LINE },
  );
  for (const heading of links.keys()) observer.observe(heading);
  return () => {
    observer.disconnect();
    mark(undefined);
  };
}
