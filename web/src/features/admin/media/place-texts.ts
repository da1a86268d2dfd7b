import { counted } from '@inkwell/shared/format';
import type { PicturePlace } from '@inkwell/shared/picture-library';
import { paths } from '../../../lib/paths.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';

/** The kinds of places that show a picture, and the staff page of each. */
interface PlaceText {
  readonly label: string;
  /** For places that the viewer may not see. */
  readonly others: readonly [one: string, many: string];
  readonly to?: (id: string) => string;
}

const TEXTS: Readonly<Record<PicturePlace['kind'], PlaceText>> = {
  post: { label: 'Post', others: ['post by somebody else', 'posts by others'], to: paths.editPost },
  page: { label: 'Page', others: ['page', 'pages'], to: writingPaths.editPage },
  'trashed-post': {
    label: 'Post in the trash',
    others: ['post by somebody else in the trash', 'posts by others in the trash'],
    to: () => `${paths.admin}?tab=posts&status=trash`,
  },
  'trashed-page': {
    label: 'Page in the trash',
    others: ['page in the trash', 'pages in the trash'],
    to: () => `${writingPaths.pages}?status=trash`,
  },
  'post-revision': {
    label: 'Revision of',
    others: ['revision of a post by somebody else', 'revisions of posts by others'],
    to: writingPaths.revisions,
  },
  'page-revision': {
    label: 'Revision of the page',
    others: ['revision of a page', 'revisions of pages'],
    to: writingPaths.pageRevisions,
  },
  draft: {
    label: 'Unsaved text',
    others: ['unsaved text by somebody else', 'unsaved texts by others'],
    to: () => writingPaths.drafts,
  },
  'discarded-draft': {
    label: 'Discarded text',
    others: ['discarded text by somebody else', 'discarded texts by others'],
    to: () => writingPaths.drafts,
  },
  tag: { label: 'Tag', others: ['tag', 'tags'], to: () => writingPaths.tags },
  series: { label: 'Series', others: ['series', 'series'], to: () => writingPaths.series },
  'guest-author': {
    label: 'Guest author',
    others: ['guest author', 'guest authors'],
    to: () => writingPaths.guestAuthors,
  },
  issue: {
    label: 'Newsletter issue',
    others: ['newsletter issue', 'newsletter issues'],
    to: writingPaths.newsletterIssue,
  },
  settings: { label: 'Settings', others: ['setting', 'settings'] },
  profile: { label: 'Profile of', others: ['profile', 'profiles'] },
};

/** A line about places: name and address of one that the viewer may see, or the number of others. */
export interface PlaceLine {
  readonly key: string;
  readonly label: string;
  readonly name: string | null;
  readonly to: string | null;
}

export function placeLines(places: readonly PicturePlace[]): PlaceLine[] {
  const seen = places.flatMap(({ kind, id, name }): PlaceLine[] => {
    if (id === null) return [];
    const { label, to } = TEXTS[kind];
    return [{ key: `${kind} ${id}`, label, name: name || 'Untitled', to: to?.(id) ?? null }];
  });
  const kinds = [...new Set(places.filter(({ id }) => id === null).map(({ kind }) => kind))];
  const others = kinds.map((kind): PlaceLine => {
    const count = places.filter((place) => place.kind === kind && place.id === null).length;
    return { key: kind, label: counted(count, ...TEXTS[kind].others), name: null, to: null };
  });
  return [...seen, ...others];
}
