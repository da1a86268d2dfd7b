import type { Import } from './imports.ts';

/**
 * Modules of a feature that other features may import, below `web/src/features/`. Everything else in a feature is its own
 * business: move what two features need to `lib`, `hooks` or `components`, or name the module here.
 */
export const PUBLIC_MODULES: ReadonlySet<string> = new Set([
  // The landing page holds the form that signs visitors in.
  'auth/components/auth-card.tsx',
  // What is read from the server, and the keys by which a change elsewhere makes it stale.
  'categories/api/queries.ts',
  'notifications/api/queries.ts',
  'posts/api/queries.ts',
  'stats/api/queries.ts',
  // The live socket hears of what is new.
  'notifications/outdated-list.ts',
  // The profile holds what people want to be told of.
  'notifications/components/notification-choices.tsx',
  // The home page shows the first categories as their own page does.
  'categories/components/category-grid.tsx',
  // A post stands above its comments.
  'comments/lazy-comments.ts',
  // The posts' tab of the admin panel edits in place.
  'post-editor/edit-post-dialog.tsx',
  // Who writes a post edits its text, and chooses the featured image as pictures of the text are chosen.
  'text-editor/content-field/content-field.tsx',
  'text-editor/markdown-input/reveal.ts',
  'text-editor/markdown-input/use-pictures.ts',
  'text-editor/pictures/file-rules.ts',
  'text-editor/pictures/lazy-dialogs.ts',
  'text-editor/pictures/prepared.ts',
  'text-editor/pictures/upload-queue.ts',
  'text-editor/stray-files.ts',
  'text-editor/upload-failed.ts',
  // The post editor and the posts' tab plan when a post goes out.
  'scheduling/components/schedule-card.tsx',
  'scheduling/components/scheduling-actions.tsx',
  'scheduling/scheduled-time.ts',
  // The landing page has a search of its own, which finds the same.
  'search/components/search-form.tsx',
  'search/components/search-results.tsx',
  'search/use-search-query.ts',
  // The home page and the end of an article ask for subscribers too.
  'newsletter/components/newsletter-signup.tsx',
]);

/**
 * The text editor is for every kind of text, so that it knows no posts: besides these folders and modules it imports no other
 * feature, public or not, and nothing of the contract that is about posts.
 */
const KNOWN_TO_TEXT_EDITOR = [
  ...['lib', 'hooks', 'components', 'features/text-editor'].map((folder) => `web/src/${folder}/`),
  'shared/src/markdown/',
  ...['format', 'images', 'conflict-markers', 'storage', 'text-facts'].map((module) => `shared/src/${module}.ts`),
];

/** Imports of the text editor that would tie it to one kind of text. */
export const tiesOfTextEditor = (imports: readonly Import[]): Import[] =>
  imports.filter(
    ({ from, to }) =>
      from.startsWith('web/src/features/text-editor/') && !KNOWN_TO_TEXT_EDITOR.some((known) => to.startsWith(known)),
  );

const FEATURE = /^web\/src\/features\/([^/]+)\//;

/** Imports from one feature into another that name no public module. */
export function privateImports(imports: readonly Import[], publicModules = PUBLIC_MODULES): Import[] {
  return imports.filter(({ from, to }) => {
    const [fromFeature, toFeature] = [FEATURE.exec(from)?.[1], FEATURE.exec(to)?.[1]];
    if (!fromFeature || !toFeature || fromFeature === toFeature) return false;
    return !publicModules.has(to.replace('web/src/features/', ''));
  });
}
