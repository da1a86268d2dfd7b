import { posix } from 'node:path';
import { POST_DETAIL_LIMITS } from '@inkwell/shared/post-limits';
import { createOldAddresses, type OldAddresses } from './old-addresses.ts';
import { writtenAddress } from './runs.ts';

/** Where a folder has its files: what texts say, and where that is. */
export interface FolderFiles {
  /** Every path that is no text. */
  readonly files: ReadonlySet<string>;
  /** The old paths of texts, by their paths in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Endings of the path of each file, to find what aliases (`@assets/a.png`) mean; null where two files have one. */
  readonly byName: ReadonlyMap<string, string | null>;
}

/** Folders whose files are at the root of the old site. */
const ROOTS = ['static', 'public', 'assets', 'src/assets', 'src', 'content', 'src/content'];

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const within = (path: string): string | null => {
  const normal = posix.normalize(path).replace(/^\/+/, '');
  return normal === '' || normal === '.' || normal.startsWith('..') ? null : normal;
};

/** The addresses of one text of a folder. Pictures lie in the folder, and links may name files of Markdown. */
export function folderAddresses(
  { path, oldPath, siteUrl }: { path: string; oldPath: string; siteUrl: string | null },
  { files, texts, byName }: FolderFiles,
): OldAddresses {
  const site = siteUrl === null ? [] : [siteUrl.replace(/\/+$/, '')];
  const base = createOldAddresses({ addresses: site, base: `${site[0] ?? 'https://unknown.invalid'}${oldPath}/` });
  const folder = posix.dirname(path);

  function fileOf(address: string): string | null {
    const bare = decoded(address.trim().split(/[?#]/)[0] ?? '');
    if (bare === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(bare)) return null;
    const near = bare.startsWith('/')
      ? []
      : [within(posix.join(folder, bare)), within(posix.join(path.replace(/\.\w+$/, ''), bare))];
    const rooted = ROOTS.map((root) => within(posix.join(root, bare)));
    const found = [...near, ...rooted, within(bare)].find((one) => one !== null && (files.has(one) || texts.has(one)));
    return found ?? (bare.startsWith('.') ? null : (byName.get(posix.basename(bare)) ?? null));
  }

  return {
    ...base,
    link(href) {
      if (href.trim().startsWith('#')) return href.trim();
      const file = fileOf(href);
      const old = file === null ? undefined : texts.get(file);
      if (old !== undefined) return `${old}${/#.*$/.exec(href)?.[0] ?? ''}`;
      return base.link(href);
    },
    picture(src, description = null) {
      const file = fileOf(src);
      if (file === null || !files.has(file)) {
        const outside = base.picture(src, description);
        return outside && { ...outside, path: outside.url === null || siteUrl !== null ? outside.path : null };
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
}
