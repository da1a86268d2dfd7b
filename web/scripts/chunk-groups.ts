import type { Rolldown } from 'vite';

/**
 * Modules that are bundled into one file, because a request takes a slow phone 8 ms to begin. Without these groups, the
 * bundler makes a chunk for each set of modules that the same pages share: an article loaded 27.
 */
const GROUPS = {
  /** Parses and renders Markdown, without highlighting code. */
  markdown:
    /node_modules\/(?:marked|decode-named-character-reference)\/|shared\/src\/markdown\/(?!code-highlighter|code-grammars|from-html)|shared\/src\/escape\.ts$|components\/markdown\/(?:article-markdown|markdown|use-fragment|use-highlighter)\.tsx?$/,
  /** Schemas and autosave of forms. */
  forms:
    /node_modules\/zod\/|shared\/src\/(?:fields|roles|writing|users|comments|notifications)\.ts$|web\/src\/lib\/autosave\/|web\/src\/lib\/fingerprint\.ts$|web\/src\/hooks\/use-autosaved-fields/,
  /** Small modules of pages for readers. */
  reading:
    /contract-calls:|infiniteQuery|useInfiniteQuery|shared\/src\/(?:bylines|tag-names)\.ts$|web\/src\/lib\/(?:identity|email-confirmation|profile-dialog|writing-paths|reading-paths|browser-location)\.ts$|web\/src\/hooks\/(?!use-fields|use-leave-guard|use-autosaved)|web\/src\/features\/notifications\/api\/queries\.ts$|web\/src\/components\/(?:badge\.|more-posts|safe-markup|lazy-dialog|escape\.|markdown\/(?:article-body|lazy-markdown|missing-picture|comment-text|plain-text|aids\/use-reading-aids))|web\/src\/worker\/names|web\/src\/app\/(?:offline\.|layout\/(?:header-search|focus-keeper|late-frame))|web\/src\/features\/search\/suggestions\/use-suggestions/,
  /** Small modules of the staff page layout. */
  staff:
    /web\/src\/(?:app\/(?:staff-places|palette\/(?:palette-store|palette-keys|lazy-palette))|lib\/apple|components\/staff-(?:gate|icons)|features\/admin\/(?:api\/(?:queries|moderation|unauthorized)|tabs\/tab-list))\.tsx?$/,
  /** Styles and lists of staff pages. Apart from the group above, whose styles every rendered page contains. */
  panel: /web\/src\/features\/admin\/(?:admin\.module\.css|components\/paged-list\.tsx)$/,
} as const;

/** The chunks that modules are bundled into; all others are left to the bundler. */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  // One file for all pages compresses better than ten, and changes less often than our own code.
  {
    name: 'vendor',
    test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//,
    priority: 2,
    tags: ['$initial'],
  },
  {
    name: 'first-page',
    test: /contract-calls:|shared\/src\/|publication\.config\.ts$|src\/(?:app|features|lib|hooks|components)\//,
    priority: 1,
    tags: ['$initial'],
  },
  ...Object.entries(GROUPS).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
  { name: 'icons', test: /icon:/, minShareCount: 2 },
];
