import { fieldOf, metaOf, plain } from './wordpress-fields.ts';
import type { Part } from './wxr.ts';

/*
 * WordPress menus: items (`nav_menu_item`) that refer to texts and terms by number, or one text of blocks (`wp_navigation`). The file does not show
 * where a theme displays them.
 */

/** A menu link. */
export interface MenuItem {
  readonly menu: string;
  readonly order: number;
  readonly label: string;
  /** The address of a custom link. */
  readonly url: string;
  /** The target of any other link. */
  readonly object: { readonly kind: string; readonly id: string };
}

export function menuItemOf(part: Part): MenuItem {
  const menu = part.leaves.find(({ name, attributes }) => name === 'category' && attributes.domain === 'nav_menu');
  const type = metaOf(part, '_menu_item_type');
  return {
    menu: (menu?.attributes.nicename || menu?.text || '').slice(0, 200),
    order: Number(fieldOf(part, 'wp:menu_order')) || 0,
    label: plain(fieldOf(part, 'title')).slice(0, 300),
    url: type === 'custom' || type === '' ? metaOf(part, '_menu_item_url') : '',
    object: { kind: type, id: metaOf(part, '_menu_item_object_id') },
  };
}

const LINK_BLOCK = /<!--\s+wp:navigation-(?:link|submenu)\s+(\{[^\n]{0,3000}?\})\s+\/?-->/g;

/** The links of a menu that consists of blocks. */
export function blockMenuOf(part: Part): MenuItem[] {
  const menu = `blocks ${fieldOf(part, 'wp:post_id')}`;
  return Array.from(fieldOf(part, 'content:encoded').slice(0, 200_000).matchAll(LINK_BLOCK), ([, json = ''], order) => {
    const { label, url } = fieldsOf(json);
    return { menu, order, label: plain(label).slice(0, 300), url, object: { kind: '', id: '' } };
  });
}

function fieldsOf(json: string): { label: string; url: string } {
  try {
    const { label, url } = JSON.parse(json) as Record<string, unknown>;
    return { label: typeof label === 'string' ? label : '', url: typeof url === 'string' ? url : '' };
  } catch {
    return { label: '', url: '' };
  }
}
