import { type StaffTag, TAG_NAME_TAKEN, TagInput } from '@inkwell/shared/tags';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { useSaveTag } from './tag-actions.ts';

interface TagDialogProps {
  /** Null for a new one. */
  readonly tag: StaffTag | null;
  readonly onClose: () => void;
}

const WORDS = {
  ...{ noun: 'Tag', path: '/tags/', nameTaken: TAG_NAME_TAKEN },
  aboutName: 'A name that begins with # is internal: only staff see the tag.',
};

/** Creates or changes a tag. */
export function TagDialog({ tag, onClose }: TagDialogProps) {
  return <NamedListDialog list={tag} save={useSaveTag(tag)} rules={TagInput} words={WORDS} onClose={onClose} />;
}
