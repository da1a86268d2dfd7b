import { posix } from 'node:path';
import { TEXT } from './folder-site.ts';
import type { ImportFolder } from './records.ts';

const CONFIG = /^(.*\/)?(?:hugo\.(?:toml|ya?ml|json)|config\/_default\/[\w.-]+|astro\.config\.\w+|_config\.ya?ml)$/;
/** Folders of tools and examples, which contain no published texts. */
const PASSED_OVER = /(?:^|\/)(?:node_modules|examples?|exampleSite|themes|templates|fixtures|tests?|\.[^/]+)\//;

/** The folder that contains the site. In repositories, this is often a subfolder such as `docs`. */
export async function siteFolder(folder: ImportFolder): Promise<ImportFolder> {
  const texts = new Map<string, number>();
  const sites = new Set<string>();
  let isHere = false;
  for await (const path of folder.paths()) {
    const config = CONFIG.exec(path);
    if (
      /^(?:(?:src\/)?content|_posts)\//.test(path) ||
      config?.[0] === posix.basename(path) ||
      path.startsWith('config/_default/')
    )
      isHere = true;
    if (PASSED_OVER.test(path)) continue;
    if (config?.[1]) sites.add(config[1]);
    const first = /^(?:.*?\/)?(?=src\/content\/|content\/|_posts\/)/.exec(path)?.[0];
    if (first !== undefined && TEXT.test(path)) texts.set(first, (texts.get(first) ?? 0) + 1);
  }
  const [site] = [...sites]
    .filter((one) => texts.has(one))
    .sort((a, b) => a.split('/').length - b.split('/').length || (texts.get(b) ?? 0) - (texts.get(a) ?? 0));
  if (isHere || site === undefined) return folder;
  return {
    name: folder.name,
    async *paths() {
      for await (const path of folder.paths()) if (path.startsWith(site)) yield path.slice(site.length);
    },
    open: (path) => folder.open(`${site}${path}`),
  };
}
