import { MenuLink } from '@inkwell/shared/menu';
import { reportLine } from './fitting.ts';
import type { OldAddresses } from './old-addresses.ts';
import type { ReportLine } from './records.ts';

/** A menu link of the old site. */
export interface OldLink {
  readonly label: string;
  readonly url: string;
}

/** Converts links to the product's format, up to `max`; the others are reported. */
export function menuLinksOf(
  list: readonly OldLink[],
  { max, addresses, lines }: { readonly max: number; readonly addresses: OldAddresses; readonly lines: ReportLine[] },
): MenuLink[] {
  const links: MenuLink[] = [];
  for (const { label, url } of list) {
    const link = MenuLink.safeParse({ label, address: addresses.link(url) ?? url });
    // The product has its own link to the home page.
    if (link.success && link.data.address === '/') continue;
    if (link.success && links.length < max) links.push(link.data);
    else lines.push(reportLine('left-out', `A link of the menu was left out: ${label.slice(0, 100)}`, null, url));
  }
  return links;
}
