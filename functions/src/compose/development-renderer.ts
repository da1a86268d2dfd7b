import type { PageRenderer } from '@inkwell/shared/page-renderer';

/** Renders pages with the development server, from their sources (web/scripts/development-pages.ts). */
export async function renderedAt(url: string): Promise<{ readonly renderPage: PageRenderer }> {
  return {
    async renderPage(page) {
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(page) });
      if (!answer.ok) throw new Error(`The development server answered ${answer.status}`);
      return answer.json();
    },
  };
}
