import { expect, it } from 'vitest';
import { discarded, newRecord } from '../../../lib/autosave/record.ts';
import { editorOf, POST } from '../../../test/session-editor.ts';
import { type PostDraft, placeOf, postDraftKind } from './post-draft.ts';
import { draftOf, isDirty, isDiscardedHere, localOffers } from './state.ts';

const FILE = new File(['x'], 'x.png');
const editorOfPost = () => editorOf({ ...POST, featuredImage: null });
const recordOf = (fields: PostDraft, file?: File) =>
  newRecord(postDraftKind, { place: placeOf('post-1'), ownerId: 'ada', fields, file });

it('a selected file alone is unsaved', () => {
  const editor = editorOfPost();
  expect(isDirty(editor.state)).toBe(false);
  editor.dispatch({ type: 'pictureChosen', image: { kind: 'file', file: FILE, before: null } });
  expect(isDirty(editor.state)).toBe(true);
});

it('a record of this browser has the last sent text, answered or not', () => {
  const editor = editorOfPost();
  editor.send('Words');
  expect(draftOf(editor.state).sending?.form.content).toBe('Words');
  editor.dispatch({ type: 'failed', sending: editor.sending(), failure: { is: 'unreachable', retryAfterMs: 0 } });
  expect(draftOf(editor.state).sending?.form.content).toBe('Words');
  editor.wait(10_000);
  editor.acknowledge(1);
  expect(draftOf(editor.state)).toMatchObject({ sending: null, acked: { version: 1 } });
});

it('a record with a file is offered, even if the post has its whole text', () => {
  const editor = editorOfPost();
  const fields = draftOf(editor.state);
  const [withFile, without] = [recordOf(fields, FILE), recordOf(fields)];
  editor.dispatch({ type: 'looked', records: [withFile, without], busyIds: new Set() });
  expect(localOffers(editor.state).map(({ id }) => id)).toEqual([withFile.id]);
});

it.each([
  ['its own sitting', 'discarded', {}, true],
  ['another sitting of its post', 'discarded', { sitting: 'other' }, false],
  ['another post', 'discarded', { key: 'post-2' }, false],
  ['a copy of a text that was emptied', 'emptied', {}, false],
] as const)('a stored draft is discarded here with %s', (_, reason, changes, expected) => {
  const { key, sitting, ...fields } = draftOf(editorOfPost().state);
  const record = discarded(recordOf({ ...fields, key, sitting, reason, ...changes }));
  expect(isDiscardedHere({ key, sitting }, [record])).toBe(expected);
});
