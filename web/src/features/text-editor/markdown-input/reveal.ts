/** Styles that affect where lines break. */
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

/** The distance of an offset from the top of the text in px, measured in a copy, because browsers give no positions within a text area. */
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

/** Selects a range of the text and scrolls it into view, in the area and on the page. */
export function reveal(area: HTMLTextAreaElement, start: number, end: number): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  const top = offsetOf(area, start);
  area.scrollTop = Math.max(0, top - area.clientHeight / 3);
  const onPage = area.getBoundingClientRect().top + top - area.scrollTop;
  if (onPage < 0 || onPage > window.innerHeight * 0.8) window.scrollBy({ top: onPage - window.innerHeight / 3 });
}
