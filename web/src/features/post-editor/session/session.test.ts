import { describe, expect, it } from 'vitest';
import {
  closed,
  editorOf,
  editorSending,
  editorWith,
  POST,
  sampleRecord,
  theirs,
} from '../../../test/session-editor.ts';
import { EMPTY_POST } from '../post-form.ts';
import { type DraftRecord, type PostDraft, postIdOf, wordsOfPost, wordsOfServer } from './post-draft.ts';
import { wakeAtMs } from './session.ts';
import { draftOf, hasUnsaved, localOffers, serverOffers } from './state.ts';

const unreachable = { is: 'unreachable', retryAfterMs: 0 } as const;

describe('autosave in the browser', () => {
  it('stores each change at once, and nothing without changes', () => {
    const editor = editorOf();
    expect(editor.effects()).toEqual([]);

    editor.type('What is stored. And more');
    expect(editor.effects()).toEqual(['keep']);
    editor.dispatch({ type: 'previewed', isOn: true });
    expect(editor.effects()).toEqual([]);
    expect(draftOf(editor.state).form.content).toBe('What is stored. And more');
  });

  it('removes the record of changes that were undone', () => {
    const editor = editorWith('What is stored. And more', POST, { title: 'Stored' });
    editor.type('What is stored.', { title: 'Stored' });

    expect(editor.effects()).toEqual(['forget']);
    expect(hasUnsaved(editor.state)).toBe(false);
  });

  it('does not change the record once its writer has left and may continue in another editor', () => {
    const editor = editorWith('Words');
    editor.dispatch({ type: 'attended', isAttended: false });
    expect(editor.effects()).toEqual(['send']);

    editor.acknowledge(1);
    expect(editor.effects()).toEqual([]);
  });
});

describe('a writer who has finished', () => {
  it('gets no record of later answers, until something is typed', () => {
    const editor = editorSending('Words');
    editor.dispatch({ type: 'finished', isFinished: true });
    editor.acknowledge(1);
    expect(editor.effects()).not.toContain('keep');

    editor.type('Words again');
    expect(editor.effects()).toContain('keep');
  });
});

describe('autosave to the server', () => {
  it('waits for a pause of 2 s, and at most 10 s', () => {
    const editor = editorWith('a');
    editor.wait(1_999);
    expect(editor.state.server.sending).toBeNull();
    editor.wait(1);
    expect(editor.sending().words.form.content).toBe('a');
    editor.acknowledge(1);

    for (let second = 0; second < 9; second += 1) {
      editor.type(`a${second}`);
      editor.wait(1_000);
    }
    editor.type('a9');
    expect(editor.state.server.sending).toBeNull();
    editor.wait(1_000);
    expect(editor.sending().words.form.content).toBe('a9');
  });

  it('sends at once, 0.3 s apart, while the browser may lose text', () => {
    const editor = editorOf();
    editor.dispatch({ type: 'written', status: 'failed' });
    editor.type('a');
    editor.wait(0);
    expect(editor.sending().words.form.content).toBe('a');
    editor.acknowledge(1);
    editor.type('ab');
    editor.wait(299);
    expect(editor.state.server.sending).toBeNull();
    editor.wait(1);
    expect(editor.sending().words.form.content).toBe('ab');
  });

  it('retries after 2, 4 and at most 8 s', () => {
    const editor = editorSending('a');
    for (const ms of [2_000, 4_000, 8_000, 8_000]) {
      editor.dispatch({ type: 'failed', sending: editor.sending(), failure: unreachable });
      expect(editor.state.server.status).toEqual({ is: 'unreachable' });
      editor.wait(ms - 1);
      expect(editor.state.server.sending).toBeNull();
      editor.wait(1);
      expect(editor.sending().words.form.content).toBe('a');
    }
    editor.dispatch({
      type: 'failed',
      sending: editor.sending(),
      failure: { is: 'unreachable', retryAfterMs: 30_000 },
    });
    editor.wait(29_999);
    expect(editor.state.server.sending).toBeNull();
  });

  it('sends remaining changes at once when the page closes, and does not retry once the writer has left', () => {
    const editor = editorWith('a');
    editor.dispatch({ type: 'attended', isAttended: false });
    editor.dispatch({ type: 'failed', sending: editor.sending(), failure: unreachable });

    expect(wakeAtMs(editor.state)).toBeNull();
  });

  it.each([[{ is: 'signed-out' }], [{ is: 'refused', reason: 'Content too long' }]] as const)(
    'stops when it is refused (%j), until something is changed',
    (failure) => {
      const editor = editorSending('a');
      editor.dispatch({ type: 'failed', sending: editor.sending(), failure });
      expect(wakeAtMs(editor.state)).toBeNull();
      expect(editor.state.server.status).toEqual(failure);

      editor.send('ab');
      expect(editor.sending().words.form.content).toBe('ab');
    },
  );

  it('recognizes its own draft if the answer was lost', () => {
    const editor = editorSending('a', POST, { title: 'Stored' });
    editor.dispatch({ type: 'failed', sending: editor.sending(), failure: unreachable });
    editor.send('ab', { title: 'Stored' });
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('a', 5) });

    expect(editor.state.clash).toBeNull();
    expect(editor.last('send').over?.version).toBe(5);
  });

  it('asks if another device has continued its own draft, which it does not know', () => {
    const editor = editorSending('Mine');
    const { sitting } = editor.state;
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: { ...theirs('Theirs'), sitting } });

    expect(editor.state.clash?.theirs.content).toBe('Theirs');
    expect(editor.state.server).toMatchObject({ status: { is: 'conflict' }, over: null });
  });

  it('starts a new draft if the old one has disappeared', () => {
    const editor = editorSending('a');
    editor.acknowledge(1);
    editor.send('ab');
    editor.dispatch({ type: 'failed', sending: editor.sending(), failure: { is: 'not-found' } });

    expect(editor.last('send')).toMatchObject({ over: null, sending: { words: { form: { content: 'ab' } } } });
  });

  it('removes the draft when all changes were undone', () => {
    const editor = editorSending('a', POST, { title: 'Stored' });
    editor.acknowledge(1);
    editor.send('What is stored.', { title: 'Stored' });

    expect(editor.last('remove-from-server')).toMatchObject({ version: 1, sending: { key: 'post-1' } });
    editor.dispatch({ type: 'removed', sending: editor.sending() });
    expect(wakeAtMs(editor.state)).toBeNull();
  });

  it('does nothing if another tab of the browser sends', () => {
    const editor = editorOf();
    editor.dispatch({ type: 'sender', isSender: false });
    editor.type('a');

    expect(wakeAtMs(editor.state)).toBeNull();
    editor.dispatch({ type: 'sender', isSender: true });
    editor.wait(2_000);
    expect(editor.sending().words.form.content).toBe('a');
  });
});

describe('a draft from another device', () => {
  it('that nobody opened is overwritten in a new sitting, and is still offered', () => {
    const editor = editorSending('Mine');
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Theirs') });

    const { over, sending } = editor.last('send');
    expect(over?.version).toBe(7);
    expect(sending.sitting).not.toBe('theirs');
    expect(serverOffers(editor.state)).toEqual([expect.objectContaining({ content: 'Theirs', isReplaced: true })]);
    // If the browser is killed now, it has not taken that text for its own.
    expect(draftOf(editor.state).acked).toBeNull();
  });

  it('that the post contains, and that could not be removed, is overwritten and not offered', () => {
    const editor = editorOf();
    const left = theirs('What is stored.');
    editor.dispatch({ type: 'offered', offers: [left] });
    editor.dispatch({ type: 'failed', sending: left, failure: unreachable });
    expect(editor.state.server.status).toEqual({ is: 'idle' });
    editor.send('Mine');
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: left });

    expect(editor.last('send').over?.version).toBe(7);
    editor.acknowledge(8);
    expect(editor.state).toMatchObject({ offers: [], clash: null, server: { status: { is: 'saved' } } });
  });

  /** Both devices have changed one draft. */
  function clash() {
    const editor = editorSending('one\n\ntwo', POST, { title: 'Stored' });
    editor.acknowledge(1);
    editor.send('one of mine\n\ntwo', { title: 'Stored' });
    const { sitting } = editor.state;
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('one\n\ntwo of theirs') });
    return { editor, sitting };
  }

  it('that was changed in the meantime is a conflict, and nothing is sent until it is resolved', () => {
    const { editor } = clash();
    editor.type('one of mine, and more\n\ntwo', { title: 'Stored' });

    expect(editor.effects()).toEqual(['keep']);
    expect(wakeAtMs(editor.state)).toBeNull();
    expect(editor.state.server.status).toEqual({ is: 'conflict' });
    editor.dispatch({ type: 'chosen', choice: 'later' });
    expect(wakeAtMs(editor.state)).toBeNull();
  });

  it('can be overwritten in a new sitting, so that the server keeps it', () => {
    const { editor, sitting } = clash();
    editor.dispatch({ type: 'chosen', choice: 'mine' });

    const { over, sending } = editor.last('send');
    expect(over?.version).toBe(7);
    expect([sitting, 'theirs']).not.toContain(sending.sitting);
  });

  it('can be continued in its own sitting, and the text of this editor stays a draft', () => {
    const { editor } = clash();
    editor.dispatch({ type: 'chosen', choice: 'theirs' });

    expect(editor.last('copy').draft.form.content).toBe('one of mine\n\ntwo');
    expect(editor.state.sitting).toBe('theirs');
    editor.send('one\n\ntwo of theirs, and mine', { title: 'Stored' });
    expect(editor.last('send')).toMatchObject({ over: { version: 7 }, sending: { sitting: 'theirs' } });
  });

  it('can be merged in its own sitting', () => {
    const { editor } = clash();
    editor.dispatch({ type: 'chosen', choice: 'both' });

    expect(editor.last('send')).toMatchObject({
      sending: { sitting: 'theirs', words: { form: { content: 'one of mine\n\ntwo of theirs' } } },
    });
  });
});

describe('a closed sitting', () => {
  it('that was discarded elsewhere continues as another sitting at once', () => {
    const editor = editorSending('Words');
    const { sitting } = editor.state;
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(sitting, null) });

    expect(editor.last('send')).toMatchObject({ over: null, sending: { words: { form: { content: 'Words' } } } });
    expect(editor.sending().sitting).not.toBe(sitting);
    expect(editor.state.isKept).toBe(true);
  });

  it('that was saved elsewhere continues with the differences, and saving them is a conflict', () => {
    const editor = editorSending('Words of here');
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(editor.state.sitting, 'post-1') });
    expect(editor.last('load-post').postId).toBe('post-1');
    const saved = { ...POST, content: 'Words of there', updatedAt: '2026-02-01T00:00:00.000Z' };
    editor.dispatch({ type: 'postRead', post: saved });

    expect(editor.last('send')).toMatchObject({
      over: null,
      sending: { words: { form: { content: 'Words of here' } } },
    });
    expect(editor.state.base?.updatedAt).toBe(POST.updatedAt);
  });

  it('leaves nothing to send if all text is saved', () => {
    const editor = editorSending('Words ');
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(editor.state.sitting, 'post-1') });
    const saved = { ...POST, title: 'A title', content: 'Words', updatedAt: '2026-02-01T00:00:00.000Z' };
    editor.dispatch({ type: 'postRead', post: saved });

    expect(hasUnsaved(editor.state)).toBe(false);
    expect(editor.effects()).toContain('forget');
    expect(wakeAtMs(editor.state)).toBeNull();
  });

  it('of a new post that was created elsewhere becomes an edit of that post, and asks before overwriting it', () => {
    const editor = editorSending('Words of here', null);
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(editor.state.sitting, 'post-9') });
    editor.dispatch({ type: 'postRead', post: { ...POST, id: 'post-9', content: 'Words of there' } });

    expect(editor.state.stored?.id).toBe('post-9');
    expect(editor.last('send').sending.key).toBe('post-9');
    editor.wait(0);
    editor.acknowledge(3);
    editor.save();
    expect(editor.last('save').over).toMatchObject({ postId: 'post-9' });
    expect(editor.last('save').over?.updatedAt).not.toBe(POST.updatedAt);
  });

  it('of a new post that was created here becomes an edit of it if the answer was lost', () => {
    const editor = editorWith('Words', null);
    editor.save();
    const created = { ...POST, id: 'post-9', ...editor.last('save').body, updatedAt: '2026-02-01T00:00:00.000Z' };
    editor.dispatch({ type: 'saveFailed', failure: { is: 'told' } });
    editor.send('Words, and more');
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(editor.state.sitting, 'post-9') });
    editor.dispatch({ type: 'postRead', post: created as typeof POST });

    expect(editor.state.base?.updatedAt).toBe(created.updatedAt);
    expect(hasUnsaved(editor.state)).toBe(true);
  });
});

describe('a save', () => {
  it('includes the draft once the previous autosave is answered', () => {
    const editor = editorSending('Words');
    editor.save();
    expect(editor.effects()).toEqual([]);
    editor.acknowledge(4);

    expect(editor.effects()).toContain('save');
    const { key, sitting } = editor.state;
    expect(editor.last('save').carried).toEqual({ key, sitting, version: 4 });
  });

  it('waits for the previous autosave for at most 2 s', () => {
    const editor = editorSending('Words');
    editor.save();
    editor.wait(2_000);

    expect(editor.last('save').carried.version).toBe(0);
  });

  it('does not wait for a server that did not answer the autosave', () => {
    const editor = editorSending('Words');
    editor.dispatch({ type: 'failed', sending: editor.sending(), failure: unreachable });
    editor.save();

    expect(editor.effects()).toEqual(['save']);
  });

  it('that fails changes no text, typed before or since', () => {
    const editor = editorWith('Words', null);
    editor.save(false);
    editor.type('Words, and more');
    editor.dispatch({ type: 'saveFailed', failure: { is: 'told' } });

    expect(editor.state).toMatchObject({ saving: null, isRestKept: false, form: { content: 'Words, and more' } });
    expect(hasUnsaved(editor.state)).toBe(true);
  });

  it('leaves the editor open if the writer stays', () => {
    const editor = editorWith('Words');
    editor.save();
    editor.saved();
    expect(editor.effects()).not.toContain('leave');
    expect(editor.state.isFinished).toBe(false);
  });

  it.each([
    [false, true],
    [true, false],
  ])('of a new post that is published at once (%s) has a scheduled time: %s', (isPublished, hasTime) => {
    const editor = editorWith('Words', null, { isPublished });
    const publishAt = '2026-03-01T00:00:00.000Z';
    editor.dispatch({ type: 'saveAsked', isStaying: false, publishAt });
    editor.dispatch({ type: 'picturesReady', content: 'Words' });
    expect(editor.last('save').body.publishAt).toBe(hasTime ? publishAt : undefined);
    editor.dispatch({ type: 'saveFailed', failure: { is: 'told' } });
    editor.type('⟪Your version⟫\na\n⟪End⟫', { isPublished });
    editor.dispatch({ type: 'saveAsked', isStaying: false, publishAt });
    expect(editor.effects()).toContain('show-passage');
  });

  it('closes the editor only if no file was selected or is being uploaded meanwhile', () => {
    const picture = { kind: 'stored', url: '/api/images/chosen.webp' } as const;
    const editor = editorWith('Words');
    editor.save(false);
    editor.dispatch({ type: 'pictureChosen', image: picture });
    editor.saved();
    expect(editor.effects()).not.toContain('leave');
    expect(editor.state).toMatchObject({ image: picture, isRestKept: true });

    const busy = editorOf();
    busy.type('Words');
    busy.save(false);
    busy.dispatch({ type: 'saved', post: { ...POST, title: 'A title', content: 'Words' }, isBusy: true });
    expect(busy.effects()).not.toContain('leave');
  });

  it.each([
    ['follows', false, false],
    ['stays where the writer moved it', true, true],
  ])('whose publication is undone is the base of the next one; the switch %s', (_, isMoved, isPublished) => {
    const editor = editorWith('Words', POST, { isPublished: true });
    editor.save(false);
    editor.type('Words, and more', { isPublished: true });
    editor.saved();
    const before = editor.state.stored as typeof POST;
    if (isMoved) editor.type('Words, and more', { isPublished: false });
    const after = { ...before, isPublished: isMoved, updatedAt: '2026-03-01T00:00:00.000Z' };
    editor.dispatch({ type: 'publicationUndone', before: { ...before, updatedAt: POST.updatedAt }, after });
    editor.dispatch({ type: 'publicationUndone', before: { ...before, id: 'post-2' }, after });
    expect(editor.state.stored).toBe(before);

    editor.dispatch({ type: 'publicationUndone', before, after });
    expect(editor.state.base?.updatedAt).toBe(after.updatedAt);
    expect(editor.state.form).toMatchObject({ content: 'Words, and more', isPublished: isMoved ? false : isPublished });
  });

  it.each([
    ['of a page without an address takes it from the title', '', 'a-title'],
    ['of a page keeps its address', 'mine', 'mine'],
  ])('%s', (_, slug, sent) => {
    const editor = editorOf(null, 'page');
    editor.type('Words', { slug });
    editor.save(false);

    expect(editor.last('save').body.slug).toBe(sent);
  });

  it('ends the sitting and the record, and closes the editor', () => {
    const editor = editorWith('Words');
    const { sitting } = editor.state;
    editor.save(false);
    editor.saved();

    expect(editor.effects()).toEqual(['forget', 'leave']);
    expect(editor.state.sitting).not.toBe(sitting);
    expect(hasUnsaved(editor.state)).toBe(false);
    expect(wakeAtMs(editor.state)).toBeNull();
  });

  it('keeps text typed in the meantime as a draft of the post, in a new sitting', () => {
    const editor = editorWith('Words', null);
    const { sitting } = editor.state;
    editor.save(false);
    editor.type('Words, and more');
    editor.saved({ id: 'post-9' });

    expect(editor.effects()).toContain('keep');
    expect(editor.effects()).not.toContain('leave');
    expect(editor.state).toMatchObject({ isRestKept: true, key: 'post-9' });
    expect(hasUnsaved(editor.state)).toBe(true);
    editor.wait(2_000);
    expect(editor.last('send')).toMatchObject({ over: null, sending: { key: 'post-9' } });
    expect(editor.sending().sitting).not.toBe(sitting);
  });

  it('continues the sitting if the server kept it open for text that arrived before the save', () => {
    const editor = editorWith('Words');
    editor.save(true);
    editor.send('Words, and more');
    editor.acknowledge(5);
    const { sitting } = editor.state;
    editor.saved();

    expect(editor.state.sitting).toBe(sitting);
    editor.send('Words, and more again');
    expect(editor.last('send').over?.version).toBe(5);
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(sitting, 'post-1') });
    expect(editor.last('load-post').postId).toBe('post-1');
  });

  it('continues the sitting also while a later autosave is running', () => {
    const editor = editorWith('Words');
    editor.save(true);
    editor.send('Words, and more');
    const { sitting } = editor.sending();
    editor.saved();

    expect(editor.state.sitting).toBe(sitting);
    editor.acknowledge(5);
    expect(editor.state.server.acked?.version).toBe(5);
  });

  it('removes the draft of a new post once a draft of the saved post has the same text', () => {
    const editor = editorWith('Words', null);
    const { key, sitting } = editor.state;
    editor.save(true);
    editor.send('Words, and more');
    editor.acknowledge(5);
    editor.saved({ id: 'post-9' });
    expect(editor.effects()).not.toContain('remove-from-server');
    editor.wait(2_000);
    editor.acknowledge(6);

    expect(editor.last('remove-from-server')).toEqual({
      do: 'remove-from-server',
      sending: { key, sitting, version: 5 },
      version: 5,
    });
  });

  it.each([
    ['post', POST, 'post-1'],
    ['new post', null, 'post-9'],
  ])('of a %s removes an autosave of the same text that arrives after it', (_, post, id) => {
    const editor = editorSending('Words', post);
    const late = editor.sending();
    editor.type('Words, and more');
    editor.save(true);
    editor.wait(2_000);
    editor.saved({ id });
    editor.dispatch({ type: 'acknowledged', sending: late, version: 8 });
    editor.wait(10_000);

    const { key, sitting } = late;
    expect(editor.last('remove-from-server')).toMatchObject({ sending: { key, sitting }, version: 8 });
  });

  it('sends text typed in the meantime in a new sitting if an autosave was refused before the save is answered', () => {
    const editor = editorWith('Words');
    editor.save(true);
    editor.send('Words, and more');
    const late = editor.sending();
    editor.dispatch({ type: 'closed', sending: late, closed: closed(late.sitting, 'post-1') });
    expect(editor.effects()).not.toContain('load-post');
    editor.saved();
    editor.wait(2_000);

    expect(editor.sending()).toMatchObject({ words: { form: { content: 'Words, and more' } } });
    expect(editor.sending().sitting).not.toBe(late.sitting);
  });

  it('is refused for an invalid form, and for conflict markers that readers would see', () => {
    const editor = editorWith('', POST, { title: '' });
    editor.save();
    expect(editor.last('show-errors').errors).toEqual({ title: 'Title is required', content: 'Content is required' });

    editor.type('Words', { title: '' });
    expect(editor.state.errors).toEqual({ title: 'Title is required' });
    editor.type('⟪Your version⟫\na\n⟪Their version⟫\nb\n⟪End⟫', { isPublished: true });
    expect(editor.state.errors).toEqual({});
    editor.save(false);
    expect(editor.last('show-passage').isFirst).toBe(true);
    editor.save(true);
    expect(editor.last('save').body.isPublished).toBe(false);
  });

  it('changes other fields of a post that shows conflict markers already', () => {
    const content = '⟪Your version⟫\na\n⟪End⟫';
    const editor = editorOf({ ...POST, content, isPublished: true });
    editor.type(content, { title: 'Another title' });
    editor.save();
    expect(editor.last('save').body.title).toBe('Another title');
    editor.saved();

    editor.type(`${content}\nb`);
    editor.save();
    expect(editor.last('show-passage').isFirst).toBe(true);
  });

  it.each([true, false])('continues as requested after that question; staying in the editor: %s', (isStaying) => {
    const editor = editorWith('Mine', POST, { isPublished: true });
    editor.dispatch({ type: 'saveAsked', isStaying });
    editor.dispatch({ type: 'picturesReady', content: 'Mine' });
    const other = {
      ...POST,
      isPublished: false,
      content: 'Theirs',
      updatedAt: '2026-02-01T00:00:00.000Z',
      lastEditedBy: null,
    };
    editor.dispatch({ type: 'saveFailed', failure: { is: 'conflict', theirs: other } });

    editor.dispatch({ type: 'chosen', choice: 'mine' });
    editor.dispatch({ type: 'picturesReady', content: 'Mine' });

    expect(editor.state.saving).toMatchObject({ isStaying });
  });

  it('creates another post if the post was deleted, and includes its draft', () => {
    const editor = editorSending('Mine');
    editor.acknowledge(3);
    editor.save();
    editor.dispatch({ type: 'saveFailed', failure: { is: 'gone' } });
    expect(editor.state.isGone).toBe(true);
    const { submissionKey } = editor.last('save');
    editor.dispatch({ type: 'saveAsNewAsked' });
    editor.dispatch({ type: 'picturesReady', content: 'Mine' });

    expect(editor.last('save').submissionKey).not.toBe(submissionKey);
    expect(editor.last('save')).toMatchObject({ over: null, carried: { key: 'post-1', version: 3 } });
    expect(editor.state).toMatchObject({ isGone: false, stored: null, base: null });
  });
});

describe('another tab', () => {
  it('that takes over leaves this tab a separate draft with all its text', () => {
    const editor = editorWith('Words', null);
    const before = editor.state;
    editor.dispatch({ type: 'lockLost' });

    expect(editor.effects()).toEqual(['keep', 'lock']);
    for (const name of ['recordId', 'key', 'sitting', 'submissionKey'] as const)
      expect(editor.state[name]).not.toBe(before[name]);
    expect(editor.state.isTakenAway).toBe(true);
    expect(editor.last('lock').recordId).toBe(editor.state.recordId);
  });
});

describe('an earlier draft', () => {
  const form = { ...EMPTY_POST, content: 'Earlier words' };
  const record = (fields: Partial<PostDraft>, place = 'post-1') => ({
    ...sampleRecord({ key: 'post-1', form, ...fields }, place),
    id: 'earlier',
  });
  const look = (editor: ReturnType<typeof editorOf>, ...records: DraftRecord[]) =>
    editor.dispatch({ type: 'looked', records, busyIds: new Set() });

  it('is offered for its post until it is continued', () => {
    const editor = editorOf();
    look(editor, record({}), { ...record({}, '*new*'), id: 'other' });
    expect(localOffers(editor.state).map(({ id }) => id)).toEqual(['earlier']);
    editor.dispatch({ type: 'adopted', record: record({}), how: 'alone' });

    expect(localOffers(editor.state)).toEqual([]);
    expect(editor.state).toMatchObject({ recordId: 'earlier', sitting: 'earlier', form: { content: 'Earlier words' } });
  });

  it('is saved with the version that a killed tab sent without getting an answer, once the server has named that version', () => {
    const editor = editorOf(null);
    const earlier = record({ key: 'new-key', form: { ...EMPTY_POST, title: 'T', content: 'Earlier words' } }, '*new*');
    editor.dispatch({ type: 'adopted', record: earlier, how: 'alone' });
    editor.type('Earlier words', { title: 'T', categoryId: '4' });
    editor.save();
    expect(editor.state.saving?.sent).toBeNull();
    const none = { excerpt: null, categoryId: null, featuredImage: null };
    const stored = { ...theirs('Earlier words', 3), ...none, key: 'new-key', sitting: 'earlier', title: 'T' };
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored });

    expect(editor.last('save').carried).toEqual({ key: 'new-key', sitting: 'earlier', version: 3 });
  });

  it('that equals the post is removed, unless another tab is writing it', () => {
    const editor = editorOf();
    const same = record({ ...wordsOfPost(POST), image: { kind: 'none' } });

    editor.dispatch({ type: 'looked', records: [same], busyIds: new Set(['earlier']) });
    expect(editor.effects()).toEqual([]);
    look(editor, same);
    expect(editor.effects()).toEqual(['drop']);
  });

  it('that the post contains completely is removed, here and on the server', () => {
    const earlier = { ...wordsOfPost({ ...POST, content: 'What' }), updatedAt: '2020-01-01T00:00:00.000Z' };
    const typed = { ...wordsOfPost({ ...POST, content: 'What is' }), image: { kind: 'none' as const } };
    const editor = editorOf();

    look(editor, record({ ...typed, base: earlier }));
    expect(editor.effects()).toEqual(['drop']);
    editor.dispatch({
      type: 'offered',
      offers: [{ ...theirs('What is'), base: { ...wordsOfServer(theirs('What')), updatedAt: '' } }],
    });
    expect(editor.effects()).toEqual(['remove-from-server']);
  });

  it.each([
    ['newer', 3, { sitting: 'id-', over: 5 }],
    ['older', 9, { sitting: 'earlier', over: undefined }],
  ])('continues in its own sitting if the stored draft is %s', (_, version, { sitting, over }) => {
    const editor = editorSending('Words');
    editor.acknowledge(5);
    const acked = { ...wordsOfServer(theirs('Earlier')), version };
    editor.dispatch({ type: 'adopted', record: record({ acked }), how: 'alone' });

    expect(editor.state.sitting).toContain(sitting);
    expect(editor.state.server.over?.version).toBe(over);
  });

  it('that is continued while other text is being sent overwrites that text without a conflict', () => {
    const editor = editorSending('Other words', POST, { title: 'Stored' });
    const running = editor.sending();
    editor.dispatch({ type: 'adopted', record: record({}), how: 'alone' });
    editor.dispatch({ type: 'acknowledged', sending: running, version: 3 });
    editor.send('Earlier words, and more');
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Other words', 3) });

    expect(editor.state).toMatchObject({ clash: null, offers: [] });
    expect(editor.last('send')).toMatchObject({ over: { version: 3 }, sending: { sitting: 'earlier' } });
  });

  it('that is continued is no longer offered, except the one that this editor replaced', () => {
    const editor = editorOf();
    const other = { ...theirs('New'), key: 'new-key' };
    editor.dispatch({ type: 'offered', offers: [theirs('Theirs'), other] });
    editor.dispatch({ type: 'adopted', record: record({}), how: 'alone' });
    expect(editor.state.offers).toEqual([other]);

    const replaced = { ...theirs('Theirs'), isReplaced: true } as const;
    editor.dispatch({ type: 'offered', offers: [replaced, other] });
    editor.dispatch({ type: 'adopted', record: record({}), how: 'alone' });
    expect(editor.state.offers).toEqual([replaced, other]);
  });

  it('can be continued as a copy with its own ids', () => {
    const editor = editorOf(null);
    const earlier = record({ key: 'new-key' }, '*new*');
    editor.dispatch({ type: 'adopted', record: earlier, how: 'copy' });

    const { recordId, key, sitting, submissionKey } = editor.state;
    expect([recordId, key, sitting, submissionKey].some((name) => ['earlier', 'new-key'].includes(name))).toBe(false);
  });

  it('of a deleted post continues as a new post', () => {
    const editor = editorOf(null);
    editor.dispatch({ type: 'adopted', record: record({}), how: 'alone' });

    expect(postIdOf(record({}))).toBe('post-1');
    expect(editor.state.key).not.toBe('post-1');
    expect(editor.state.sitting).not.toBe('earlier');
  });

  it('on the server is not offered if this browser has it, or has discarded it without reporting that yet', () => {
    const editor = editorOf();
    editor.dispatch({ type: 'offered', offers: [{ ...theirs('Theirs'), sitting: 'earlier' }] });
    expect(serverOffers(editor.state)).toHaveLength(1);

    look(editor, record({ acked: { ...wordsOfPost(POST), version: 7 } }));
    expect(serverOffers(editor.state)).toEqual([]);
    look(editor, { ...record({ reason: 'discarded' }), state: 'discarded' });
    expect(serverOffers(editor.state)).toEqual([]);
  });

  it('of a new post is offered to other new posts only', () => {
    const editor = editorOf(null);
    const own = { ...theirs('Mine'), key: editor.state.key };
    editor.dispatch({ type: 'offered', offers: [own, { ...own, key: 'new-key' }] });
    expect(serverOffers(editor.state).map(({ key }) => key)).toEqual(['new-key']);

    look(editor, record({}), { ...record({ key: 'new-key' }, '*new*'), id: 'new' });
    expect(localOffers(editor.state).map(({ id }) => id)).toEqual(['new']);
  });

  it('keeps and sends no placeholders of pictures that are being uploaded', () => {
    const editor = editorOf();
    const form = { ...editor.state.form, content: 'Words ![](uploading)' };
    editor.dispatch({ type: 'typed', form, content: 'Words ' });
    editor.wait(2_000);
    expect(draftOf(editor.state).form.content).toBe('Words ');
    expect(editor.sending().words.form.content).toBe('Words ');
    expect(editor.state.form.content).toBe('Words ![](uploading)');
  });

  it('on the server that equals the saved post is removed there', () => {
    const editor = editorOf();
    editor.dispatch({ type: 'offered', offers: [theirs('What is stored.')] });

    expect(serverOffers(editor.state)).toEqual([]);
    expect(editor.last('remove-from-server').version).toBe(7);
  });
});
