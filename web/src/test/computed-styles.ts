/** The features by which the default style sheet selects an element, for the properties below. */
function kindOf(element: Element): string {
  const { localName, parentElement: parent } = element;
  const attributes = ['hidden', 'open', 'type', 'popover'].map((name) => element.getAttribute(name));
  const inDetails = parent?.localName === 'details' && String(parent.hasAttribute('open'));
  return JSON.stringify([localName, attributes, inDetails]);
}

/** Properties that are not inherited, and that are queried to find out what is visible or to which element a layer belongs. */
const OF_KIND: ReadonlySet<string> = new Set([
  ...[
    'width',
    'height',
    'display',
    'position',
    'overflow',
    'overflowX',
    'overflowY',
    'opacity',
    'contain',
    'willChange',
  ],
  ...['transform', 'translate', 'scale', 'rotate', 'perspective', 'filter', 'backdropFilter'],
]);

/** Inherited properties with their initial values: the default style sheet has no rule for them. */
const INHERITED = { visibility: 'visible', pointerEvents: 'auto' };

function inheritedValue(element: Element, key: 'visibility' | 'pointerEvents'): string {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const own = one.hasAttribute('style') && (one as HTMLElement).style[key];
    if (own && own !== 'inherit') return own;
  }
  return INHERITED[key];
}

/** Whether an element's style attribute sets a property, a longhand of it, or its shorthand. */
function hasOwn(element: Element, key: string): boolean {
  if (!element.hasAttribute('style')) return false;
  const { style } = element as HTMLElement;
  const property = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Array.from({ length: style.length }, (_, n) => style.item(n)).some(
    (own) => own === property || own === 'all' || property.startsWith(`${own}-`) || own.startsWith(`${property}-`),
  );
}

/** Whether no element up to the root sets a text direction. */
function isWithoutDirection(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (one.matches('[dir], bdi, input[type=tel]') || hasOwn(one, 'direction')) return false;
  return true;
}

/** Whether only the default style sheet has rules for an element. The sheet of an open dialog prevents the page behind it from scrolling. */
const isPlain = (element: Element): boolean =>
  [...document.styleSheets].every(({ ownerNode }) => ownerNode?.textContent?.includes('[data-scroll-locked]')) &&
  (document.styleSheets.length === 0 || (element !== document.body && !/scroll-bar/.test(element.className)));

interface Sheet {
  readonly compute: (element: Element) => CSSStyleDeclaration;
  /** Values by kind of element and property. */
  readonly ofKinds: Map<string, string>;
}

/** A style whose properties are looked up at most once, and without the style rules if they make no difference. */
function styleOf(element: Element, { compute, ofKinds }: Sheet): CSSStyleDeclaration {
  let computed: CSSStyleDeclaration | undefined;
  const full = () => {
    computed ??= compute(element);
    return computed;
  };
  const hasNoRules = isPlain(element);
  const known = new Map<string | symbol, unknown>();
  const workOut = (key: string | symbol): unknown => {
    const look = () => Reflect.get(full(), key, full());
    if (typeof key === 'symbol' || !hasNoRules) return look();
    if (key === 'visibility' || key === 'pointerEvents') return inheritedValue(element, key);
    const isUsual = key === 'direction' ? isWithoutDirection(element) : OF_KIND.has(key) && !hasOwn(element, key);
    if (!isUsual) return look();
    const place = key === 'direction' ? key : `${key} ${kindOf(element)}`;
    const value = ofKinds.get(place) ?? String(look());
    ofKinds.set(place, value);
    return value;
  };
  const get = (key: string | symbol): unknown => {
    if (!known.has(key)) known.set(key, workOut(key));
    return known.get(key);
  };
  const getPropertyValue = (name: string) =>
    name === 'visibility' || name === 'direction' || OF_KIND.has(name) ? get(name) : full().getPropertyValue(name);
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, key) {
      if (key === 'getPropertyValue') return getPropertyValue;
      const value = get(key);
      return typeof value === 'function' ? value.bind(full()) : value;
    },
  });
}

/**
 * Caches computed styles until the document changes. Queries by role read the styles of all elements and their ancestors, layers read the styles of
 * their ancestors, and jsdom searches its default style sheet each time, which took a third of the time of page tests.
 */
export function keepComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const sheet: Sheet = { compute, ofKinds: new Map() };
  let kept = new WeakMap<Element, CSSStyleDeclaration>();
  const forget = () => {
    kept = new WeakMap();
  };
  const changes = new MutationObserver(forget);
  changes.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    // Changes that the observer has not reported yet.
    if (changes.takeRecords().length > 0) forget();
    const known = kept.get(element) ?? styleOf(element, sheet);
    kept.set(element, known);
    return known;
  };
}
