import type { Import } from './imports.ts';

/**
 * Modules of a feature that other features may import, below `web/src/features/`. Everything else in a feature is private: move code that two
 * features need to `lib`, `hooks` or `components`, or list the module here.
 */
export const PUBLIC_MODULES: ReadonlySet<string> = new Set([
  // The landing page shows the sign-in form to visitors.
  'auth/components/auth-card.tsx',
  'auth/lazy-auth-card.ts',
  // Queries, and the keys that other features use to mark them as stale.
  'authors/api/names.ts',
  // Articles have a button for saving them.
  'bookmarks/components/save-button.tsx',
  // Lists of posts have a follow button, and the home page shows new posts of followed lists.
  'following/components/follow-button.tsx',
  'following/components/for-you.tsx',
  // An article offers to continue where the reader stopped. The reading list shows unfinished posts.
  'reading/components/continue-reading.tsx',
  'reading/components/continue-list.tsx',
  // A series is continued where the reader stopped.
  'reading/api/queries.ts',
  'categories/api/queries.ts',
  'notifications/api/queries.ts',
  'posts/api/queries.ts',
  // The author page lists posts like `/posts`, and keeps the served text like an article.
  'posts/pages/post-list-page.tsx',
  // An author without posts is treated as an unknown address, too.
  'posts/components/unknown-address.tsx',
  // A search without results leads on to the newest posts.
  'posts/components/newest-posts.tsx',
  // Toasts of the editor, the panel and the calendar have an Undo button.
  'posts/api/undo.ts',
  'site-pages/api/queries.ts',
  'site-pages/api/staff-queries.ts',
  'stats/api/queries.ts',
  'series/api/queries.ts',
  // The post editor shows the review and the notes of its post. The panel lists waiting ones.
  'notes/components/notes-panel.tsx',
  'reviews/api/queries.ts',
  'reviews/api/steps.ts',
  'reviews/components/review-strip.tsx',
  'reviews/components/second-editor.tsx',
  'tags/api/queries.ts',
  // The live socket announces new notifications.
  'notifications/outdated-list.ts',
  // The profile shows the newsletter choices for the account's address.
  'newsletter/components/own-choices.tsx',
  // The profile shows the notification choices.
  'notifications/components/choice-switches.tsx',
  // The home page shows the first categories like the categories page.
  'categories/components/category-grid.tsx',
  // The page of a post shows its comments.
  'comments/lazy-comments.ts',
  // The post editor creates categories in a dialog.
  'create-category/create-category-dialog.tsx',
  // The admin panel changes the icon and color of categories.
  'create-category/components/choice-field.tsx',
  // The overview of the admin panel lists the admin's own drafts and the next scheduled posts.
  'post-editor/drafts/all-drafts.ts',
  'post-editor/session/draft-name.ts',
  'scheduling/api/queries.ts',
  'scheduling/zoned-time.ts',
  // The posts tab of the admin panel opens the editor in a dialog.
  'post-editor/edit-post-dialog.tsx',
  // The post editor contains the text editor, and selects the featured image with the same code as pictures in texts.
  'text-editor/content-field/content-field.tsx',
  'text-editor/markdown-input/reveal.ts',
  'text-editor/markdown-input/use-pictures.ts',
  'text-editor/pictures/description.ts',
  'text-editor/pictures/file-rules.ts',
  'text-editor/pictures/lazy-dialogs.ts',
  'text-editor/pictures/prepared.ts',
  'text-editor/pictures/upload-queue.ts',
  'text-editor/stray-files.ts',
  'text-editor/upload-failed.ts',
  // The post editor and the posts tab schedule posts.
  'scheduling/components/schedule-card.tsx',
  'scheduling/components/scheduling-actions.tsx',
  // Newsletter issues can be scheduled, too.
  'scheduling/components/time-field.tsx',
  'scheduling/scheduled-time.ts',
  'scheduling/use-planned-now.ts',
  // The landing page has its own search with the same results.
  'search/components/search-results.tsx',
  'search/use-search-query.ts',
  // The home page and the end of an article also show the newsletter form.
  'newsletter/components/newsletter-signup.tsx',
]);

/**
 * The text editor is for all kinds of text and does not depend on posts. Apart from these folders and modules, it imports no other feature, public or
 * private, and no part of the contract about posts.
 */
const KNOWN_TO_TEXT_EDITOR = [
  ...['lib', 'hooks', 'components', 'features/text-editor'].map((folder) => `web/src/${folder}/`),
  'shared/src/markdown/',
  ...[
    'format',
    'line-icons',
    'images',
    'conflict-markers',
    'storage',
    'picture-library',
    'picture-names',
    'permissions',
    'text-facts',
  ].map((module) => `shared/src/${module}.ts`),
];

/** Imports of the text editor that would limit it to one kind of text. */
export const tiesOfTextEditor = (imports: readonly Import[]): Import[] =>
  imports.filter(
    ({ from, to }) =>
      from.startsWith('web/src/features/text-editor/') && !KNOWN_TO_TEXT_EDITOR.some((known) => to.startsWith(known)),
  );

const FEATURE = /^web\/src\/features\/([^/]+)\//;

/** Imports of private modules from other features. */
export function privateImports(imports: readonly Import[], publicModules = PUBLIC_MODULES): Import[] {
  return imports.filter(({ from, to }) => {
    const [fromFeature, toFeature] = [FEATURE.exec(from)?.[1], FEATURE.exec(to)?.[1]];
    if (!fromFeature || !toFeature || fromFeature === toFeature) return false;
    return !publicModules.has(to.replace('web/src/features/', ''));
  });
}
