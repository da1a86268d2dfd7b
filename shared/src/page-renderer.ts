import type { Post } from './posts.ts';
import type { SafeHtml } from './safe-html.ts';
import type { ServedAnswer } from './served.ts';
import type { Site } from './site-data.ts';
import type { SitePage } from './site-pages.ts';

/** The attributes of `#root` that only a rendered page has. */
export const ROOT_ATTRIBUTES = {
  /** The build that rendered the page (`RenderedPage.build`). */
  build: 'data-build',
  /** When it did (`PageToRender.madeAt`). */
  madeAt: 'data-made-at',
  /** What the browser loads before it hydrates the page (`RenderedPage.parts`). */
  parts: 'data-parts',
  /** Present where nothing is (`PageToRender.isUnknown`). */
  unknown: 'data-unknown',
} as const;

/** The id of the style sheet that a page brings along where Hosting serves another build of the app (`RenderedPage.styles`). */
export const PAGE_STYLES_ID = 'page-styles';

/** A post or page of the site as it is stored, for who has a link to it (decision 20). */
export type Preview = { readonly expiresAt: string } & (
  | { readonly post: Post; readonly page?: undefined }
  | { readonly page: SitePage; readonly post?: undefined }
);

/** A page of the app, as the function `page` has it rendered. */
export interface PageToRender {
  /** The address, with its query and without its host. */
  readonly url: string;
  readonly site: Site;
  /** Whether nothing is at this address. */
  readonly isUnknown: boolean;
  /** The answers to the queries of the page. What is not among them looks as if it were still loading. */
  readonly answers: readonly ServedAnswer[];
  /** What a preview link shows, null for nothing: a page of its own, which nothing hydrates. Absent for all others. */
  readonly preview?: Preview | null;
  /** The text of the article or page; absent where there is none. */
  readonly text?: SafeHtml;
  /** As an ISO date. Ages and dates are those of this instant, in UTC. */
  readonly madeAt: string;
}

export interface RenderedPage {
  /** What `#root` contains; empty for a page that only the app shows. */
  readonly html: string;
  /** Names of what the browser loads before it hydrates the page, with spaces between them. */
  readonly parts: string;
  /** The build of the app that can hydrate this markup: the address of its entry script. */
  readonly build: string;
  /** The style sheet of the markup, for a document whose app is another build. */
  readonly styles: string;
}

/** What the function `page` knows of the app (web/src/server.tsx). Rejects where the app fails to render. */
export type PageRenderer = (page: PageToRender) => Promise<RenderedPage>;
