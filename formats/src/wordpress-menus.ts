import { MENU_LIMITS, type Menu } from '@inkwell/shared/menu';
import { reportLine } from './fitting.ts';
import { menuLinksOf, type OldLink } from './menu-links.ts';
import { createOldAddresses } from './old-addresses.ts';
import type { Imported, ReportLine } from './records.ts';
import type { Library } from './wordpress-library.ts';
import type { MenuItem } from './wordpress-menu-items.ts';

/** Names of menus that are usually in the footer. */
const OF_FOOTER = /foot|bottom|legal|social|rechtl|pied|pie-/i;

/** Creates the menu: the first menu of the file becomes the header, footer menus become the footer; other menus are reported. */
export function* wordpressMenu(library: Library, sites: readonly string[]): Generator<Imported> {
  const lines: ReportLine[] = [];
  const addresses = createOldAddresses({ addresses: sites });
  const menus = new Map<string, MenuItem[]>();
  for (const item of library.menuItems) menus.set(item.menu, [...(menus.get(item.menu) ?? []), item]);
  const linksOf = (items: readonly MenuItem[]): OldLink[] =>
    [...items].sort((a, b) => a.order - b.order).map((item) => linkOf(item, library));
  const [header, ...others] = [...menus].filter(([name]) => !OF_FOOTER.test(name));
  const footer = [...menus].filter(([name]) => OF_FOOTER.test(name)).flatMap(([, items]) => linksOf(items));
  for (const [name, items] of others)
    lines.push(
      reportLine(
        'left-out',
        `A further menu (${name.slice(0, 60)}) with ${items.length} links was left out: there is one in the header and one in the footer`,
      ),
    );
  const menu: Menu = {
    header: menuLinksOf(linksOf(header?.[1] ?? []), { max: MENU_LIMITS.header, addresses, lines }),
    footer: menuLinksOf(footer, { max: MENU_LIMITS.footer, addresses, lines }),
  };
  yield* lines;
  if (menu.header.length + menu.footer.length > 0) yield { kind: 'menu', key: 'menu', menu };
}

/** A link without a label gets the name of its target. */
function linkOf({ label, url, object }: MenuItem, { texts, termPaths }: Library): OldLink {
  if (url !== '') return { label, url };
  const found = object.kind === 'post_type' ? texts.get(object.id) : termPaths.get(object.id);
  return { label: label || (found?.name ?? ''), url: found?.address ?? '' };
}
