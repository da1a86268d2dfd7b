const ALLOWED_ELEMENTS = new Set(
  'div p span mark a strong em del sup code pre br hr img ul ol li blockquote figure figcaption section table thead tbody tr th td h2 h3 h4 h5 h6 nav details summary bdi button'.split(
    ' ',
  ),
);
const ALLOWED_ATTRIBUTES = new Set(
  'class href rel title id src srcset sizes alt width height loading decoding scope start tabindex role aria-label fetchpriority referrerpolicy dir data-embed'.split(
    ' ',
  ),
);

/** Everything in a text shown in `root` that could run, load or navigate although it must not. */
export function findUnsafe(root: HTMLElement): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const found: string[] = [];
    if (!ALLOWED_ELEMENTS.has(element.localName)) found.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (!ALLOWED_ATTRIBUTES.has(name)) found.push(`${element.localName}@${name}`);
      if (name !== 'href' && name !== 'src') continue;
      const { protocol } = new URL(value, 'https://site.example');
      const allowed = name === 'href' ? ['http:', 'https:', 'mailto:'] : ['http:', 'https:'];
      if (!allowed.includes(protocol)) found.push(`${name}=${value}`);
    }
    return found;
  });
}
