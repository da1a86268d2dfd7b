/** What a style says, worked out at most once. */
function remembering(style: CSSStyleDeclaration): CSSStyleDeclaration {
  const known = new Map<string | symbol, unknown>();
  const recall = (key: string | symbol, workOut: () => unknown) => {
    if (!known.has(key)) known.set(key, workOut());
    return known.get(key);
  };
  const getPropertyValue = (name: string) => recall(name, () => style.getPropertyValue(name));
  return new Proxy(style, {
    get(_, key) {
      if (key === 'getPropertyValue') return getPropertyValue;
      const value = recall(key, () => Reflect.get(style, key, style));
      return typeof value === 'function' ? value.bind(style) : value;
    },
  });
}

/**
 * Has the window keep computed styles for as long as nothing changes in the document. Each look for a role asks for those of all
 * elements and of what is around them, and jsdom goes through all style sheets each time, for each inherited property up to the root:
 * a third of what tests of pages took.
 */
export function keepComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  let kept = new WeakMap<Element, CSSStyleDeclaration>();
  const forget = () => {
    kept = new WeakMap();
  };
  const changes = new MutationObserver(forget);
  changes.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    // Changes that the observer will only hear of later.
    if (changes.takeRecords().length > 0) forget();
    const known = kept.get(element) ?? remembering(compute(element));
    kept.set(element, known);
    return known;
  };
}
