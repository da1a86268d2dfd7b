import type { Handles } from '@inkwell/shared/handles';

/** A person's profile texts as form fields. */
export const aboutOf = ({
  text,
  website,
  handles,
}: {
  readonly text: string | null;
  readonly website: string | null;
  readonly handles: Handles;
}) => ({
  text: text ?? '',
  website: website ?? '',
  fediverse: handles.fediverse ? `@${handles.fediverse}` : '',
  bluesky: handles.bluesky ?? '',
  github: handles.github ?? '',
  linkedin: handles.linkedin ?? '',
  x: handles.x ?? '',
  instagram: handles.instagram ?? '',
  youtube: handles.youtube ?? '',
});
