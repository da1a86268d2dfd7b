import { posix } from 'node:path';
import { comparedPath } from '@inkwell/shared/addresses';
import { REMARKS, type Remark } from '@inkwell/shared/markdown/from-html/converting';
import { writtenAddress } from '@inkwell/shared/markdown/from-html/runs';
import { percentDecoded } from '@inkwell/shared/percent-decoded';
import { POST_DETAIL_LIMITS } from '@inkwell/shared/post-limits';
import { pathOfParts, TEXT_END, type TextPlace } from './folder-site.ts';
import { createOldAddresses, type OldAddresses } from './old-addresses.ts';

/** A text of the folder that links can refer to. */
export interface KnownText {
  readonly path: string;
  readonly place: TextPlace;
  /** The path on the old site, including the base of the site. */
  readonly oldPath: string;
  /** Other paths that led to the text. */
  readonly aliases: readonly string[];
  /** The new ids of its headings, by their old ids. */
  readonly fragments: ReadonlyMap<string, string>;
}

export interface FolderLinks {
  /** The old public path of a text, by its path within the site. Returns other paths unchanged. */
  published(path: string): string;
  /** The name of the cover picture in the folder of a text that is alone in its folder; empty if there is none. */
  featured(path: string): string;
  /** The old path of the text that a shortcode or link in another text names by its file; null if there is none. */
  named(name: string, from: TextPlace, language?: string | null): string | null;
  /** Resolves the addresses in one text. */
  addressesOf(
    text: { readonly path: string; readonly place: TextPlace; readonly oldPath: string },
    say?: Say,
  ): OldAddresses;
}

type Say = (reason: Remark['reason'], text: string, address?: string | null) => void;

interface Folder {
  /** All paths that are not texts. */
  readonly files: ReadonlySet<string>;
  readonly texts: readonly KnownText[];
  readonly siteUrl: string | null;
  readonly base: string;
}

/** Folders whose files are served at the root of the old site. */
const ROOTS = ['static', 'public', 'assets', 'src/assets', 'src', 'content', 'src/content'];

const decoded = (text: string): string => percentDecoded(text) ?? text;

const within = (path: string): string | null => {
  const normal = posix.normalize(path).replace(/^\/+/, '');
  return normal === '' || normal === '.' || normal.startsWith('..') ? null : normal;
};

const pathIn = ({ pathname, search, hash }: URL): string => `${pathname}${search}${hash}`;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i;
/** Names of pictures that themes show above a text by default. */
const FEATURED = /featured?|cover|thumbnail|hero/i;

const logicalOf = ({ folders, name }: TextPlace): string => pathOfParts(...folders, name).toLowerCase();

/** Resolves the links in the texts of a folder. Pictures are files in the folder, and links may refer to Markdown files. */
export function folderLinks({ files, texts, siteUrl, base }: Folder): FolderLinks {
  const byFile = new Map(texts.map((text) => [text.path, text]));
  const byOldPath = new Map<string, KnownText>();
  const byLogical = new Map<string, KnownText>();
  const byEnd = new Map<string, KnownText[]>();
  /** By file name, including dates. */
  const byStem = new Map(texts.map((text) => [posix.basename(text.path).replace(TEXT_END, ''), text]));
  for (const text of texts) for (const alias of text.aliases) byOldPath.set(comparedPath(alias), text);
  for (const text of texts) {
    byOldPath.set(comparedPath(text.oldPath), text);
    const language = text.place.language?.toLowerCase() ?? '';
    byLogical.set(`${language} ${logicalOf(text.place)}`, text);
    const name = text.place.name.toLowerCase();
    byEnd.set(name, [...(byEnd.get(name) ?? []), text].slice(0, 20));
  }
  /** Paths of files by name; null if two files have the same name. */
  const byName = new Map<string, string | null>();
  const byFolder = new Map<string, string[]>();
  for (const path of files) {
    byName.set(posix.basename(path), byName.has(posix.basename(path)) ? null : path);
    if (!PICTURE.test(path)) continue;
    const beside = byFolder.get(posix.dirname(path));
    if (beside) beside.push(path);
    else byFolder.set(posix.dirname(path), [path]);
  }

  const origin = siteUrl !== null && URL.canParse(siteUrl) ? new URL(siteUrl).origin : null;
  const isBelow = (path: string): boolean => base === '' || path === base || path.startsWith(`${base}/`);

  function atOldPath(path: string): KnownText | null {
    const compared = comparedPath(decoded(path)).replace(/\/index\.html$/, '') || '/';
    return (
      byOldPath.get(compared) ?? (isBelow(path) ? undefined : byOldPath.get(comparedPath(`${base}${compared}`))) ?? null
    );
  }

  function textNamed(name: string, from: TextPlace, language: string | null): KnownText | null {
    const bare = decoded(name)
      .replace(/[?#].*$/, '')
      .replace(TEXT_END, '')
      .replace(/\/+$/, '')
      .replace(/(?:^|\/)_?index$/, '')
      .toLowerCase();
    if (bare === '') return null;
    const near = bare.startsWith('/')
      ? []
      : [
          [...from.folders, bare],
          [...from.folders, from.name, bare],
        ];
    const candidates = [...near, [bare]].map((parts) => posix.normalize(pathOfParts(...parts)).toLowerCase());
    for (const code of new Set([language?.toLowerCase() ?? from.language?.toLowerCase() ?? '', '']))
      for (const path of candidates) {
        const found = byLogical.get(`${code} ${path}`);
        if (found) return found;
      }
    const alike = byEnd.get(bare.split('/').at(-1) ?? '') ?? [];
    const end = `/${bare.replace(/^(?:\.{0,2}\/)+/, '')}`;
    const ending = alike.filter(({ place }) => logicalOf(place).endsWith(end));
    const alone = ending.filter(({ place }) => place.language === from.language);
    // One of several would be a guess, and mostly a wrong one: each package of a repository has its `LICENSE`.
    const [found, another] = alone.length > 0 ? alone : ending;
    return another ? null : (found ?? null);
  }

  const withFragment = (text: KnownText, rest: string): string => {
    const [, query = '', fragment] = /^(\?[^#]*)?(?:#(.*))?$/.exec(rest) ?? [];
    const id = fragment === undefined ? '' : `#${text.fragments.get(decoded(fragment)) ?? fragment}`;
    return `${text.oldPath}${query}${id}`;
  };

  function published(address: string): string {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
    const found = path.startsWith('/') ? atOldPath(path) : null;
    if (found) return withFragment(found, rest);
    return path.startsWith('/') && !path.startsWith('//') && !isBelow(path) ? `${base}${address}` : address;
  }

  return {
    published,
    featured: (path) => {
      const found = byFolder.get(posix.dirname(path))?.find((one) => FEATURED.test(posix.basename(one)));
      return found === undefined ? '' : posix.basename(found);
    },
    named: (name, from, language = null) =>
      (
        (/^\d/.test(posix.basename(name)) ? byStem.get(posix.basename(name)) : undefined) ??
        textNamed(name, from, language)
      )?.oldPath ?? null,

    addressesOf({ path, place, oldPath }, say = () => undefined) {
      const addresses = siteUrl === null ? [] : [siteUrl.replace(/\/+$/, '')];
      const old = createOldAddresses({ addresses, base: `${origin ?? 'https://unknown.invalid'}${oldPath}/` });
      const folder = posix.dirname(path);
      const own = byFile.get(path);

      function fileOf(address: string): string | null {
        const bare = decoded(address.trim().split(/[?#]/)[0] ?? '');
        if (bare === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(bare)) return null;
        const near = bare.startsWith('/')
          ? []
          : [within(posix.join(folder, bare)), within(posix.join(path.replace(/\.\w+$/, ''), bare))];
        const shorter = base !== '' && bare.startsWith(`${base}/`) ? [bare.slice(base.length)] : [];
        const rooted = [bare, ...shorter].flatMap((one) => ROOTS.map((root) => within(posix.join(root, one))));
        const found = [...near, ...rooted, within(bare)].find(
          (one) => one !== null && (files.has(one) || byFile.has(one)),
        );
        if (found) return found;
        // Themes refer to pictures of a bundle by a part of their name.
        const beside = /[./]/.test(bare)
          ? undefined
          : byFolder.get(folder)?.find((one) => posix.basename(one).includes(bare));
        return beside ?? (bare.startsWith('.') ? null : (byName.get(posix.basename(bare)) ?? null));
      }

      return {
        ...old,
        link(href) {
          const given = href.trim();
          if (given.startsWith('#')) return `#${own?.fragments.get(decoded(given.slice(1))) ?? given.slice(1)}`;
          const rest = /[?#].*$/s.exec(given)?.[0] ?? '';
          const file = fileOf(given);
          const text = file === null ? undefined : byFile.get(file);
          if (text) return withFragment(text, rest);
          const isRooted = /^\/(?!\/)/.test(given) && URL.canParse(given, 'https://old.invalid');
          const made = isRooted ? pathIn(new URL(given, 'https://old.invalid')) : old.link(given);
          if (made === null || !made.startsWith('/')) return made;
          const isNamed = /\.\w{1,5}$/.test(given.split(/[?#]/)[0] ?? '');
          if (file !== null && isNamed) {
            const address = origin === null ? made : `${origin}${made}`;
            say('no-equal', REMARKS.file, address);
            return address;
          }
          const bare = made.split(/[?#]/)[0] ?? '';
          const inside = base !== '' && isBelow(bare) ? bare.slice(base.length) : bare;
          const found =
            atOldPath(bare) ?? textNamed(isRooted || !/^https?:/i.test(given) ? given : inside, place, null);
          return found ? withFragment(found, rest) : published(made);
        },
        picture(src, description = null) {
          const file = fileOf(src);
          if (file === null || !files.has(file)) {
            const outside = old.picture(src, description);
            const isOwn = outside?.url === null || (origin !== null && outside?.url.startsWith(`${origin}/`));
            return outside && { ...outside, path: isOwn ? outside.path : null };
          }
          const words = description?.replace(/\s+/g, ' ').trim() ?? '';
          const address = writtenAddress(`/${file}`);
          if (address.length > POST_DETAIL_LIMITS.address || file.length > 1_024) return null;
          return {
            address,
            url: null,
            path: file,
            description: words === '' ? null : words.slice(0, POST_DETAIL_LIMITS.coverDescription),
          };
        },
      };
    },
  };
}
