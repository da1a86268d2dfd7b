import { describe, expect, it } from 'vitest';
import { newRecord } from '../../../lib/autosave/record.ts';
import { closed, editorOf, editorSending, editorWith, POST, theirs } from '../../../test/session-editor.ts';
import { placeOf, postDraftKind } from './post-draft.ts';
import { draftOf, hasUnsaved, isDirty } from './state.ts';

const unreachable = { is: 'unreachable', retryAfterMs: 0 } as const;
const FILE = { kind: 'file', file: new File(['x'], 'x.png'), before: null } as const;

describe('an autosave', () => {
  it('is not removed before the running one is answered', () => {
    const editor = editorWith('Words', null);
    editor.save();
    editor.send('Words, and more');
    editor.acknowledge(5);
    editor.saved({ id: 'post-9' });
    editor.wait(2_000);
    editor.type('Words');
    expect(hasUnsaved(editor.state)).toBe(false);
    expect(() => editor.last('remove-from-server')).toThrow();
  });

  it('is remembered among the last ten unanswered ones', () => {
    const editor = editorOf();
    for (let n = 0; n < 12; n += 1) {
      editor.type(`Words ${n}`, { title: 'Stored' });
      editor.wait(8_000);
      editor.dispatch({ type: 'failed', sending: editor.sending(), failure: unreachable });
    }
    editor.wait(8_000);
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Words 11', 3) });

    expect(editor.state.clash).toBeNull();
    expect(editor.state.server.acked?.version).toBe(3);
  });

  it('delays no save if another tab sends', () => {
    const killed = editorOf();
    killed.type('Words');
    killed.wait(2_000);
    const fields = draftOf(killed.state);
    const record = newRecord(postDraftKind, { place: placeOf('post-1'), ownerId: 'ada', fields });
    const editor = editorOf();
    editor.dispatch({ type: 'sender', isSender: false });
    editor.dispatch({ type: 'adopted', record, how: 'alone' });
    editor.save();

    expect(editor.last('save').body.content).toBe('Words');
  });

  it('that overwrites a stored draft asks if that draft was changed meanwhile', () => {
    const editor = editorSending('Mine');
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Theirs') });
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Theirs, and more', 8) });

    expect(editor.state.clash?.theirs.version).toBe(8);
  });

  it('that overwrites a stored draft is sent in full if that draft is gone', () => {
    const editor = editorSending('Mine');
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Theirs') });
    expect(editor.last('send').over?.version).toBe(7);
    editor.dispatch({ type: 'failed', sending: editor.sending(), failure: { is: 'not-found' } });

    expect(editor.last('send').over).toBeNull();
    expect(editor.state.server.isRefused).toBe(false);
  });

  it('offers a stored draft that it overwrites only once', () => {
    const editor = editorOf();
    editor.dispatch({ type: 'offered', offers: [theirs('Theirs')] });
    editor.send('Mine');
    editor.dispatch({ type: 'conflicted', sending: editor.sending(), stored: theirs('Theirs') });

    expect(editor.state.offers).toEqual([expect.objectContaining({ key: 'post-1', isReplaced: true })]);
  });

  it('keeps a selected file if the whole text was saved elsewhere', () => {
    const editor = editorWith('Words');
    editor.dispatch({ type: 'pictureChosen', image: FILE });
    editor.wait(2_000);
    editor.dispatch({ type: 'closed', sending: editor.sending(), closed: closed(editor.state.sitting, 'post-1') });
    const saved = { ...POST, title: 'A title', content: 'Words', updatedAt: '2026-02-01T00:00:00.000Z' };
    editor.dispatch({ type: 'postRead', post: saved });

    expect(isDirty(editor.state)).toBe(true);
    expect(editor.state.base?.updatedAt).toBe(POST.updatedAt);
  });
});
