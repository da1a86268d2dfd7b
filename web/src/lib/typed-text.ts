/** Fields that somebody has typed in. */
const typedIn = new WeakSet<EventTarget>();
if (!import.meta.env.SSR) document.addEventListener('input', ({ target }) => target && typedIn.add(target), true);

const fieldsOf = () =>
  document.querySelectorAll<HTMLInputElement>('textarea,input:not([type=checkbox],[type=radio],[type=hidden])');

/**
 * Whether leaving the document would lose text: a guard prevents `beforeunload`, or a field contains typed text that is not also in the address, as a
 * search query is.
 */
export function hasTypedText(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  const inAddress = [...new URLSearchParams(window.location.search).values()];
  const isLost = (field: HTMLInputElement) =>
    typedIn.has(field) && field.value !== '' && !inAddress.includes(field.value.trim());
  return leaving.defaultPrevented || [...fieldsOf()].some(isLost);
}
