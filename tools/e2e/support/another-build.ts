import type { Page } from '@playwright/test';

/**
 * Rewrites a served page as if its function had another build than Hosting: its classes have other names, its text begins with an element
 * `.another-build`, and it includes its own styles (functions/src/pages/shell.ts).
 */
export function ofAnotherBuild(page: string): string {
  const rootAt = page.indexOf('<div id="root"');
  const [shell, root] = [page.slice(0, rootAt), page.slice(rootAt)];
  const words = [...root.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  const renamed = new Set(words.filter((name) => /^[a-zA-Z]+_[\w-]{6}$/.test(name)));
  const css = [...shell.matchAll(/<style data-href[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => sheet).join('');
  const styles = css.replace(/\.([a-zA-Z]+_[\w-]{6})(?![\w-])/g, (all, name) =>
    renamed.has(name) ? `${all}-other` : all,
  );
  return (
    shell.replace('</head>', () => `<style id="page-styles">${styles}</style></head>`) +
    root
      .replace(/data-build="[^"]*"/, 'data-build="/assets/another.js"')
      .replace(/ class="[^"]*"/g, (names) => names.replace(/[a-zA-Z]+_[\w-]{6}(?=[ "])/g, '$&-other'))
      .replace(/(<div class="markdown[^>]*>)/, '$1<p class="another-build">Another build rendered this.</p>')
  );
}

/** Makes this address answer with a page of another build. */
export async function serveAnotherBuild(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: ofAnotherBuild(await response.text()) });
  });
}
