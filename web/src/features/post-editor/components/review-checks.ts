import { counted } from '@inkwell/shared/format';
import { canSetField } from '@inkwell/shared/own-posts';
import type { Viewer } from '@inkwell/shared/permissions';
import { needsDescription } from '../../text-editor/pictures/description.ts';
import { openPassages } from '../conflict/passages.ts';
import { errorsOf } from '../session/saving.ts';
import type { SessionState } from '../session/state.ts';

/** A problem in a post before its publication. */
export interface Check {
  readonly text: string;
  /** Errors prevent the save; anything else is only advice. */
  readonly isError: boolean;
}

const PICTURES = /!\[([^\][]{0,500})\]\(([^()\s]{0,2048})(?: [^()]{0,200})?\)/g;

const undescribedIn = (markdown: string): number =>
  [...markdown.matchAll(PICTURES)].filter(([, alt = '', src = '']) => needsDescription({ src, alt })).length;

/** The checks that a post fails, errors first. */
export function checksOf(state: Pick<SessionState, 'kind' | 'base' | 'form' | 'image'>, viewer: Viewer): Check[] {
  const { form, image } = state;
  const passages = openPassages(form.content).length;
  const undescribed = undescribedIn(form.content);
  const advice = [
    image.kind === 'none' && 'No featured image: lists show an icon instead.',
    image.kind !== 'none' &&
      !form.coverDescription?.trim() &&
      'The featured image has no description. Leave it empty only if the image is decorative.',
    undescribed > 0 && `${counted(undescribed, 'image in the text has', 'images in the text have')} no description.`,
    !form.excerpt?.trim() && 'No excerpt: lists show the beginning of the text.',
    form.categoryId === '' && 'No category.',
    form.tagIds === '' && canSetField(viewer, 'tagIds') && 'No tags.',
  ].filter((text) => text !== false);
  const errors = [
    ...Object.values(errorsOf(state, Date.now())),
    ...(passages > 0 ? [`${counted(passages, 'passage contains', 'passages contain')} two versions.`] : []),
  ];
  return [...errors.map((text) => ({ text, isError: true })), ...advice.map((text) => ({ text, isError: false }))];
}
