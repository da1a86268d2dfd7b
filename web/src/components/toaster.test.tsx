import { Modal } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toast, toastError, toastNews, toastStore, toastSuccess } from '../lib/toast.ts';
import { Mantine } from './mantine.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const show = (title: string) => act(() => void toast({ title }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const card = () => screen.getByTestId('toast');

function swipe(toX: number): void {
  fireEvent.pointerDown(card(), { clientX: 100, button: 0, pointerId: 1 });
  fireEvent.pointerMove(card(), { clientX: 100 + toX, pointerId: 1 });
  fireEvent.pointerUp(card(), { clientX: 100 + toX, pointerId: 1 });
}

describe('toasts', () => {
  it('are announced politely', () => {
    show('Saved');

    expect(screen.getByText('Saved').closest('[aria-live="polite"]')).not.toBeNull();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('show the cause on its own line', () => {
    act(() => void toastError('Error', 'Failed to update like status', 'You are offline.'));

    expect(within(card()).getByText('Failed to update like status')).toBeVisible();
    expect(within(card()).getByText('You are offline.')).toBeVisible();
  });

  it('stay while they show progress, whose figures are not announced', () => {
    let figures = { done: 25, total: 206 };
    const listeners = new Set<() => void>();
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const progress = { subscribe, snapshot: () => figures };
    act(() => void toast({ title: 'Publishing 206 posts', progress }));
    pass(60_000);
    figures = { done: 50, total: 206 };
    act(() => {
      for (const listener of listeners) listener();
    });

    const bar = screen.getByRole('progressbar', { name: 'Publishing 206 posts' });
    expect(bar).toHaveAttribute('aria-valuetext', '50 of 206');
    expect(screen.getByText('50 of 206').closest('[aria-live]')).toHaveAttribute('aria-live', 'off');
    show('Done');
    pass(5_000);
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  it('are shown one at a time, the newest for five seconds', () => {
    show('First');
    pass(4_000);
    show('Second');
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    pass(4_999);

    expect(screen.getByText('Second')).toBeVisible();
    pass(1);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('show the result of an action for its full time, before unprompted messages', () => {
    act(() => void toastSuccess('Success', 'Notification sent to all users!'));
    pass(400);
    act(() => toastNews({ title: 'Older news' }));
    act(() => toastNews({ title: 'Newer news' }));
    pass(4_599);

    expect(screen.getByText('Notification sent to all users!')).toBeVisible();
    expect(screen.getAllByTestId('toast')).toHaveLength(1);
    pass(1);
    expect(screen.getByText('Newer news')).toBeVisible();
    expect(screen.queryByText('Older news')).not.toBeInTheDocument();
    pass(5_000);
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  it('show unprompted messages at once if no result is shown, and replace older ones', () => {
    act(() => toastNews({ title: 'First' }));
    act(() => toastNews({ title: 'Second' }));

    expect(screen.getByText('Second')).toBeVisible();
    show('Saved');
    expect(screen.getByText('Saved')).toBeVisible();
    act(() => dismissToast());
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  it('stay in memory when closed, and are removed after 1,000,000 ms', () => {
    show('Saved');
    pass(5_000);

    expect(toastStore.snapshot()).toMatchObject({ title: 'Saved', isOpen: false });
    pass(1_000_000);
    expect(toastStore.snapshot()).toBeNull();
  });

  it.each([
    [49, true],
    [50, false],
    [-120, true],
  ])('stay after a swipe of %d px: %s', (distance, stays) => {
    show('Saved');

    swipe(distance);

    expect(screen.queryByText('Saved') !== null).toBe(stays);
  });

  it('stay while they are hovered', () => {
    show('Saved');
    fireEvent.pointerEnter(card());
    pass(20_000);

    expect(screen.getByText('Saved')).toBeVisible();
    fireEvent.pointerLeave(card());
    pass(5_000);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('name their kind in visible text, and have a different shape for each, for people who cannot distinguish colors', () => {
    const shapes = (['info', 'success', 'warning', 'error'] as const).map((tone) => {
      act(() => void toast({ title: 'Tonight', tone }));
      expect(card()).toHaveAttribute('data-tone', tone);
      expect(card()).toHaveTextContent(`${tone}Tonight`);
      expect(within(card()).getByText(tone).closest('[aria-live="polite"]')).not.toBeNull();
      return card().querySelector('path')?.getAttribute('d');
    });

    expect(new Set(shapes).size).toBe(4);
  });

  it('name their kind only once, or not at all if they have none', () => {
    act(() => void toastSuccess('Success', 'Post created successfully!'));
    expect(card()).toHaveTextContent(/^SuccessPost created successfully!$/);

    show('Link Copied');
    expect(card()).toHaveTextContent(/^Link Copied$/);
    expect(card()).not.toHaveAttribute('data-tone');
  });

  it('can be closed by their button', () => {
    show('Saved');

    fireEvent.click(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });
});

describe('the button of a toast', () => {
  const undo = vi.fn();
  function offer(): HTMLElement {
    undo.mockClear();
    act(() => void toastSuccess('Success', 'Post published successfully!', { action: { label: 'Undo', run: undo } }));
    return screen.getByRole('button', { name: 'Undo' });
  }

  it('acts once, closes the toast and returns the focus', () => {
    render(<button type="button">Publish</button>);
    screen.getByRole('button', { name: 'Publish' }).focus();
    const button = offer();
    act(() => button.focus());
    pass(20_000);
    expect(button).toBeVisible();

    fireEvent.click(button);

    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveFocus();
  });

  it('responds to Ctrl+Z while it is shown, but not in a field', () => {
    render(<input aria-label="Title" />);
    expect(offer()).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'z', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
    expect(undo).not.toHaveBeenCalled();

    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(false);
    expect(undo).toHaveBeenCalledOnce();
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true);
    offer();
    pass(5_000);
    expect(fireEvent.keyDown(document.body, { key: 'z', metaKey: true })).toBe(true);
    expect(undo).not.toHaveBeenCalled();
  });
});

describe('toasts over an open dialog', () => {
  function openDialog(title: string) {
    return render(
      <Mantine>
        <Modal opened onClose={() => {}} title={title} closeButtonProps={{ 'aria-label': 'Close the dialog' }}>
          <button type="button">Save</button>
        </Modal>
      </Mantine>,
    );
  }
  const dialog = (name: string) => screen.getByRole('dialog', { name });

  it('are inside it below its title, within reach of keyboard and screen reader', () => {
    openDialog('Profile');
    openDialog('Discard?');
    const liveRegions = dialog('Discard?').querySelectorAll('[aria-live="polite"]');
    show('Not saved');

    expect(screen.getAllByTestId('toast')).toHaveLength(1);
    expect(dialog('Discard?')).toContainElement(card());
    expect(dialog('Discard?')).not.toHaveAccessibleDescription(/Not saved/);
    expect([...liveRegions].filter((region) => region.contains(card()))).toHaveLength(1);

    within(dialog('Discard?')).getByRole('button', { name: 'Save' }).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' });
    expect(within(card()).getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('move to the corner for their remaining time when the dialog closes', () => {
    const { unmount } = openDialog('Profile');
    show('Saved');
    fireEvent.pointerEnter(card());
    unmount();
    pass(4_999);

    expect(screen.getByRole('region', { name: 'Toasts' })).toContainElement(card());
    pass(1);
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  it('stay out of a dialog that is opened later', () => {
    const { unmount } = openDialog('Profile');
    show('Update Failed');
    unmount();
    openDialog('Another');

    expect(dialog('Another')).not.toContainElement(card());
    expect(screen.getByRole('region', { name: 'Toasts' })).toContainElement(card());
    show('Saved');
    expect(dialog('Another')).toContainElement(card());
  });

  it('close when it opens if they report a success, but not if they report a failure or news', () => {
    show('Update Failed');
    const { unmount } = openDialog('Profile');
    expect(card()).toHaveTextContent('Update Failed');
    unmount();

    act(() => void toastSuccess('Saved'));
    expect(card()).toHaveTextContent('Saved');
    openDialog('Another');

    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
    act(() => void toastSuccess('Saved here'));
    expect(dialog('Another')).toContainElement(card());
  });

  it('do not move visible content, and keep the focused field visible', () => {
    openDialog('Profile');
    const scroller = dialog('Profile').querySelector('.mantine-Modal-body') as HTMLElement;
    const save = within(dialog('Profile')).getByRole('button', { name: 'Save' });
    save.scrollIntoView = vi.fn();
    save.focus();
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(90);
    scroller.scrollTop = 200;

    show('Not saved');
    expect(scroller.scrollTop).toBe(290);
    expect(save.scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' });

    act(() => dismissToast());
    expect(scroller.scrollTop).toBe(200);
  });
});
