import type { Post } from './posts.ts';
import type { SafeHtml } from './safe-html.ts';
import type { ServedAnswer } from './served.ts';
import type { Site } from './site-data.ts';
import type { SitePage } from './site-pages.ts';

/** The attributes of `#root` in a rendered page only. */
export const ROOT_ATTRIBUTES = {
  /** The build that rendered the page (`RenderedPage.build`). */
  build: 'data-build',
  /** The time of rendering (`PageToRender.madeAt`). */
  madeAt: 'data-made-at',
  /** The parts that the browser loads before it hydrates the page (`RenderedPage.parts`). */
  parts: 'data-parts',
  /** Present if the page was not found (`PageToRender.isUnknown`). */
  unknown: 'data-unknown',
} as const;

/** The id of the style sheet inside a page, for when Hosting serves another build of the app (`RenderedPage.styles`). */
export const PAGE_STYLES_ID = 'page-styles';

/** A stored post or site page, for people with a link to it (decision 20). */
export type Preview = { readonly expiresAt: string } & (
  | { readonly post: Post; readonly page?: undefined }
  | { readonly page: SitePage; readonly post?: undefined }
);

/** A page of the app for the function `page` to render. */
export interface PageToRender {
  /** The address, with its query and without its host. */
  readonly url: string;
  readonly site: Site;
  /** Whether the page was not found. */
  readonly isUnknown: boolean;
  /** The answers to the page's queries. Queries without an answer look as if they were still loading. */
  readonly answers: readonly ServedAnswer[];
  /** The content of a preview link, null for none. Such a page is not hydrated. Absent for all other pages. */
  readonly preview?: Preview | null;
  /** The text of the article or page; absent if there is none. */
  readonly text?: SafeHtml;
  /** An ISO date. Ages and dates are computed for this time, in UTC. */
  readonly madeAt: string;
}

export interface RenderedPage {
  /** The content of `#root`; empty for a page that only the app shows. */
  readonly html: string;
  /** The names of parts that the browser loads before it hydrates the page, separated by spaces. */
  readonly parts: string;
  /** The build of the app that can hydrate this markup: the address of its entry script. */
  readonly build: string;
  /** The style sheet of the markup, for documents of another build of the app. */
  readonly styles: string;
}

/** Everything that the function `page` knows about the app (web/src/server.tsx). Rejects if the app fails to render. */
export type PageRenderer = (page: PageToRender) => Promise<RenderedPage>;
