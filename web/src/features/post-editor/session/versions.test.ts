import { describe, expect, it } from 'vitest';
import { closed, editorOf, POST, theirs } from '../../../test/session-editor.ts';
import type { Theirs } from '../api/save-post.ts';
import type { ImageChoice } from '../featured-image.ts';
import { hasUnsaved } from './state.ts';
import { versionsOf } from './versions.ts';

const TEXT = 'one\n\ntwo';
const picture = (name: string): ImageChoice => ({ kind: 'stored', url: `/api/images/${name}.webp` });
const urlOf = (name: string) => `/api/images/${name}.webp`;

describe('two versions of a post', () => {
  const other = (changes: Partial<Theirs> = {}): Theirs => ({
    ...POST,
    content: 'one\n\ntwo of theirs',
    updatedAt: '2026-02-01T00:00:00.000Z',
    lastEditedBy: null,
    ...changes,
  });

  /** A save that fails because somebody else saved meanwhile. */
  function conflict({ isPublished = false, base = false, stored = {} as Partial<Theirs> } = {}) {
    const editor = editorOf({ ...POST, content: TEXT, isPublished: base });
    editor.type('one of mine\n\ntwo', { title: 'Stored', isPublished });
    editor.save(false);
    editor.dispatch({ type: 'saveFailed', failure: { is: 'conflict', theirs: other(stored) } });
    return editor;
  }

  it.each([
    ['published meanwhile', { base: false, isPublished: false, stored: true, is: true }],
    ['unpublished meanwhile', { base: true, isPublished: true, stored: false, is: false }],
    ['published by this writer', { base: false, isPublished: true, stored: false, is: true }],
    ['unpublished by this writer', { base: true, isPublished: false, stored: true, is: false }],
  ])('keeps this one, and whether it is %s', (_, { base, isPublished, stored, is }) => {
    const editor = conflict({ base, isPublished, stored: { isPublished: stored } });
    editor.dispatch({ type: 'chosen', choice: 'mine' });
    editor.dispatch({ type: 'picturesReady', content: editor.state.form.content });

    const { body, over } = editor.last('save');
    expect(body).toMatchObject({ content: 'one of mine\n\ntwo', isPublished: is });
    expect(over?.updatedAt).toBe(other().updatedAt);
  });

  it('shows the other one, and keeps this one as a separate draft', () => {
    const editor = conflict();
    const { recordId, sitting } = editor.state;
    editor.dispatch({ type: 'chosen', choice: 'theirs' });

    expect(editor.effects()).toEqual(['lock', 'look']);
    expect(editor.last('lock').recordId).toBe(editor.state.recordId);
    expect([recordId, sitting]).not.toContain(editor.state.recordId);
    expect(editor.state.sitting).not.toBe(sitting);
    expect(editor.state.form.content).toBe('one\n\ntwo of theirs');
    expect(editor.state.base?.updatedAt).toBe(other().updatedAt);
    expect(hasUnsaved(editor.state)).toBe(false);
  });

  it('merges both, for the writer to save over the other one', () => {
    const editor = conflict();
    editor.dispatch({ type: 'chosen', choice: 'both' });
    expect(editor.state).toMatchObject({ conflict: null, form: { content: 'one of mine\n\ntwo of theirs' } });
    expect(editor.state.merge?.passages).toBe(0);
    expect(editor.effects()).toContain('keep');
    editor.save();

    expect(editor.last('save').over?.updatedAt).toBe(other().updatedAt);
  });

  it('changes nothing if the writer decides later', () => {
    const editor = conflict();
    editor.dispatch({ type: 'chosen', choice: 'later' });

    expect(editor.state).toMatchObject({ conflict: null, form: { content: 'one of mine\n\ntwo' } });
    expect(editor.state.base?.updatedAt).toBe(POST.updatedAt);
  });

  it('names who saved the other one', () => {
    const versions = (stored: Partial<Theirs>) => versionsOf(conflict({ stored }).state, false);
    expect(versions({})).toMatchObject({
      title: 'This post was changed meanwhile',
      intro: expect.stringMatching(/^Someone saved another version/),
      mine: { content: 'one of mine\n\ntwo' },
      theirs: { content: 'one\n\ntwo of theirs' },
    });
    expect(versions({ lastEditedBy: { ...POST.author, displayName: 'Mary' } })?.intro).toMatch(/^Mary saved/);
  });
});

describe('two versions of a draft', () => {
  function clash(post: typeof POST | null = POST, stored: object = {}, image: ImageChoice | null = null) {
    const editor = editorOf(post);
    editor.send(TEXT, { title: 'Stored' });
    editor.acknowledge(1);
    if (image) editor.dispatch({ type: 'pictureChosen', image });
    editor.send('one of mine\n\ntwo', { title: 'Stored' });
    const answer = { ...theirs('one\n\ntwo of theirs'), key: editor.state.key, ...stored };
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: answer });
    return editor;
  }

  it('are shown once typing pauses, until they are dismissed, and again on request', () => {
    const editor = clash();
    expect(versionsOf(editor.state, false)).toBeNull();
    expect(versionsOf(editor.state, true)).toMatchObject({
      title: 'This draft was changed on another device',
      intro: expect.stringContaining('on Safari on iPhone'),
      mine: { content: 'one of mine\n\ntwo' },
      theirs: { content: 'one\n\ntwo of theirs' },
    });
    editor.dispatch({ type: 'chosen', choice: 'later' });
    expect(versionsOf(editor.state, true)).toBeNull();
    editor.dispatch({ type: 'compared' });
    expect(versionsOf(editor.state, true)).not.toBeNull();
  });

  it('keep the other one on the server if a merge has only one value of a field', () => {
    const editor = clash(POST, { excerpt: 'Theirs' });
    editor.type('one of mine\n\ntwo', { title: 'Stored', excerpt: 'Mine' });
    editor.dispatch({ type: 'chosen', choice: 'both' });

    expect(editor.state.merge?.ownKept).toEqual(['excerpt']);
    expect(editor.last('send')).toMatchObject({
      over: { version: 7 },
      sending: { words: { form: { excerpt: 'Mine' } } },
    });
    expect(editor.state.sitting).not.toBe('theirs');
  });

  const file: ImageChoice = { kind: 'file', file: new File(['x'], 'x.png'), before: null };
  it.each([
    ['this writer chose', picture('mine'), picture('mine')],
    ['this writer chose and has not uploaded', file, file],
    ['only the other device chose', null, picture('theirs')],
  ])('merge with the picture that %s', (_, mine, shown) => {
    const editor = clash({ ...POST, featuredImage: null }, { featuredImage: urlOf('theirs') }, mine);
    editor.dispatch({ type: 'chosen', choice: 'both' });

    expect(editor.state.image).toEqual(shown);
  });

  it('of a new post become two drafts', () => {
    const editor = clash(null);
    const { key, submissionKey } = editor.state;
    editor.dispatch({ type: 'chosen', choice: 'theirs' });

    expect(editor.state.key).toBe(key);
    const { draft } = editor.last('copy');
    expect([key, submissionKey]).not.toContain(draft.key);
    expect(draft.submissionKey).not.toBe(submissionKey);
    expect(draft.sitting).not.toBe(editor.state.sitting);
  });

  it('are forgotten when the sitting ends', () => {
    const editor = clash();
    editor.dispatch({
      type: 'closed',
      sending: editor.last('send').sending,
      closed: closed(editor.state.sitting, null),
    });

    expect(editor.state.clash).toBeNull();
  });
});
