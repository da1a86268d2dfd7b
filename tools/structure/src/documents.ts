import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { trackedFiles } from './imports.ts';

/** A reference in a file to something that does not exist. */
export interface Missing {
  readonly file: string;
  readonly named: string;
}

/** Articles of the sample publication. Their links need not exist. */
const SAMPLE_TEXTS = 'tools/seed/content/';

/** A path in this repository as written in documents: in backticks, without patterns and placeholders. */
const PATH = /`((?:docs|functions|shared|tools|web)\/[\w.@/-]*|[\w-]+\.(?:md|rules))`/g;
const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} +(.+)$/gm;
const CITED_PAGE = /(?<!\w\/)\bdocs\/[\w/-]+\.md\b/g;
const CITED_SECTION = /\bproduct (§\d+(?:(?:, | and )§\d+)*)/gi;

/** A block of code whose first line is the path of its file. */
const SAMPLE = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;
/** Marks an omission in a sample. */
const LEFT_OUT = '// …';

/** Paths in backticks. */
export const pathsIn = (text: string): string[] => [...text.matchAll(PATH)].map(([, path = '']) => path);

/** Targets of links that stay in the repository. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(LINK)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));

/** The anchors of a page's headings; equal headings are numbered. */
export const anchorsOf = (text: string): string[] =>
  [...text.matchAll(HEADING)]
    .map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    )
    .map((anchor, n, all) => {
      const earlier = all.slice(0, n).filter((one) => one === anchor).length;
      return earlier === 0 ? anchor : `${anchor}-${earlier}`;
    });

/** Sections of docs/product.md that a text cites: `product §4 and §7`. */
export const sectionsCitedIn = (text: string): number[] =>
  [...text.matchAll(CITED_SECTION)].flatMap(([, list = '']) => (list.match(/\d+/g) ?? []).map(Number));

/**
 * Finds references in documents and comments to missing files, pages, headings, and sections of docs/product.md. Names that git ignores (build
 * output, settings) are accepted.
 * @param root the repository's folder
 */
export function findMissing(root: string): Missing[] {
  const files = trackedFiles(root).filter((file) => !file.startsWith(SAMPLE_TEXTS));
  const places = new Set(files.flatMap(withFolders));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const product = sectionsOf(read('docs/product.md'));

  const missing = files.flatMap((file): Missing[] => {
    if (file.endsWith('.md')) return inDocument(file, read(file));
    return /\.(?:ts|tsx|mjs|css|rules)$/.test(file) ? inSource(file, read(file)) : [];
  });
  const ignored = ignoredBy(
    root,
    missing.map(({ named }) => named),
  );
  return missing.filter(({ named }) => !ignored.has(named));

  function inDocument(file: string, text: string): Missing[] {
    const paths = pathsIn(text).filter((path) => !isThere(path, posix.dirname(file)));
    const links = linksIn(text).filter((link) => {
      const [path = '', anchor] = link.split('#', 2);
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!places.has(target)) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    return [...paths, ...links].map((named) => ({ file, named }));
  }

  function inSource(file: string, text: string): Missing[] {
    const pages = (text.match(CITED_PAGE) ?? []).filter((page) => !places.has(page));
    const sections = sectionsCitedIn(text).filter((section) => !product.has(section));
    return [...pages, ...sections.map((section) => `product §${section}`)].map((named) => ({ file, named }));
  }

  function isThere(path: string, folder: string): boolean {
    const plain = path.replace(/\/$/, '');
    return places.has(plain) || places.has(posix.join(folder, plain));
  }
}

/**
 * Finds samples in a document that differ from their file; white space does not count.
 * @param root the repository's folder
 */
export function findStaleSamples(root: string, document: string): Missing[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const text = read(document);
  const samples = [...text.matchAll(SAMPLE)];
  const blocks = text.match(/^```ts$/gm) ?? [];
  if (samples.length !== blocks.length) throw new Error(`${document} has a sample that names no file`);
  return samples.flatMap(([, file = '', code = '']): Missing[] => {
    const source = squeezed(read(file));
    const parts = code.split(LEFT_OUT).map(squeezed);
    return parts
      .filter((part) => !source.includes(part))
      .map((part) => ({ file: document, named: `${file}: ${part}` }));
  });
}

const squeezed = (code: string): string => code.replace(/\s+/g, ' ').trim();

const sectionsOf = (product: string): Set<number> =>
  new Set([...product.matchAll(/^## (\d+)\./gm)].map(([, number]) => Number(number)));

/** A path with its folders: `a/b/c.ts`, `a` and `a/b`. */
const withFolders = (file: string): string[] => {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

/** The names that git ignores. */
function ignoredBy(root: string, names: readonly string[]): Set<string> {
  const { stdout, status, stderr } = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: root,
    encoding: 'utf8',
    input: names.join('\n'),
  });
  // Status 1 means that git ignores none of them.
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return new Set(stdout.split('\n').filter(Boolean));
}
