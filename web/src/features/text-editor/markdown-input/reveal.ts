/** What decides where the lines of a text area break. */
const LINE_STYLES = [
  'boxSizing',
  'width',
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'tabSize',
  'wordBreak',
  'overflowWrap',
  'direction',
] as const;

/** How far below the upper edge of the text a place stands, in px: browsers tell no more of a text area than its whole height. */
function offsetOf(area: HTMLTextAreaElement, place: number): number {
  const twin = document.createElement('div');
  const style = getComputedStyle(area);
  for (const name of LINE_STYLES) twin.style[name] = style[name];
  Object.assign(twin.style, { position: 'absolute', visibility: 'hidden', height: 'auto', whiteSpace: 'pre-wrap' });
  twin.textContent = `${area.value.slice(0, place)}\u200b`;
  const end = document.createElement('span');
  end.textContent = '\u200b';
  twin.append(end);
  document.body.append(twin);
  const top = end.offsetTop;
  twin.remove();
  return top;
}

/** Selects a stretch of the text and brings it into view, in the area as well as on the page. */
export function reveal(area: HTMLTextAreaElement, start: number, end: number): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  const top = offsetOf(area, start);
  area.scrollTop = Math.max(0, top - area.clientHeight / 3);
  const onPage = area.getBoundingClientRect().top + top - area.scrollTop;
  if (onPage < 0 || onPage > window.innerHeight * 0.8) window.scrollBy({ top: onPage - window.innerHeight / 3 });
}
