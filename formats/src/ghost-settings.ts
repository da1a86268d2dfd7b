import { MENU_LIMITS, type Menu, type MenuLink } from '@inkwell/shared/menu';
import { LANGUAGE } from '@inkwell/shared/publication';
import { SITE_LIMITS } from '@inkwell/shared/site-settings';
import { lineFrom, reportLine, textOf } from './fitting.ts';
import { objectOf } from './ghost-cards.ts';
import type { Json, Row } from './json-rows.ts';
import { menuLinksOf } from './menu-links.ts';
import type { OldAddresses } from './old-addresses.ts';
import type { Imported, RecordOf, ReportLine } from './records.ts';

/** The settings and menu of a Ghost site. Code that was added to every page is reported. */
export function* ghostSettings(rows: readonly Row[], addresses: OldAddresses): Generator<Imported> {
  const settings = new Map(rows.map((row) => [textOf(row.key), textOf(row.value)]));
  const lines: ReportLine[] = [];
  const say = (reason: ReportLine['reason'], text: string) => lines.push(reportLine(reason, text));
  const name = lineFrom(settings.get('title'), SITE_LIMITS.name, 'The name of the site', say);
  const description = lineFrom(
    settings.get('description'),
    SITE_LIMITS.description,
    'The description of the site',
    say,
  );
  const language = (settings.get('locale') ?? settings.get('lang') ?? settings.get('default_locale') ?? '').trim();
  const timeZone = settings.get('timezone') ?? settings.get('active_timezone') ?? '';
  const values: Partial<Record<RecordOf<'setting'>['key'], string | null>> = {
    name,
    description,
    language: LANGUAGE.test(language) ? language : null,
    timeZone: isTimeZone(timeZone) ? timeZone : null,
  };
  for (const [key, value] of Object.entries(values)) {
    if (value) yield { kind: 'setting', key: key as RecordOf<'setting'>['key'], value };
  }
  if (settings.get('codeinjection_head') || settings.get('codeinjection_foot')) {
    lines.push(reportLine('code-left-out', 'Code that was added to every page was left out'));
  }
  const menu: Menu = {
    header: menuLinks(settings.get('navigation'), MENU_LIMITS.header, addresses, lines),
    footer: menuLinks(settings.get('secondary_navigation'), MENU_LIMITS.footer, addresses, lines),
  };
  yield* lines;
  if (menu.header.length + menu.footer.length > 0) yield { kind: 'menu', key: 'menu', menu };
}

function isTimeZone(name: string): boolean {
  if (name === '' || name === 'Etc/UTC') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

function menuLinks(value: string | undefined, max: number, addresses: OldAddresses, lines: ReportLine[]): MenuLink[] {
  let list: unknown;
  try {
    list = JSON.parse(value || '[]');
  } catch {
    lines.push(reportLine('left-out', 'A menu was damaged and left out'));
    return [];
  }
  const items = (Array.isArray(list) ? (list as Json[]) : []).map((item) => {
    const { label, url } = objectOf(item);
    return { label: textOf(label), url: textOf(url) };
  });
  return menuLinksOf(items, { max, addresses, lines });
}
