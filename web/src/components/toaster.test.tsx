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
  vi.useRealTimers();
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
  it('are read out politely', () => {
    show('Saved');

    expect(screen.getByText('Saved').closest('[aria-live="polite"]')).not.toBeNull();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('tell why on a line of its own', () => {
    act(() => void toastError('Error', 'Failed to update like status', 'You are offline.'));

    expect(within(card()).getByText('Failed to update like status')).toBeVisible();
    expect(within(card()).getByText('You are offline.')).toBeVisible();
  });

  it('show one at a time, the newest', () => {
    show('First');
    show('Second');

    expect(screen.queryByText('First')).not.toBeInTheDocument();
    expect(screen.getByText('Second')).toBeVisible();
  });

  it('stay five seconds, each for itself', () => {
    show('First');
    pass(4_000);
    show('Second');
    pass(4_999);

    expect(screen.getByText('Second')).toBeVisible();
    pass(1);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('let the answer to what was done here have its time before news', () => {
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

  it('show news at once where nothing else is said, and in the place of older news', () => {
    act(() => toastNews({ title: 'First' }));
    act(() => toastNews({ title: 'Second' }));

    expect(screen.getByText('Second')).toBeVisible();
    show('Saved');
    expect(screen.getByText('Saved')).toBeVisible();
    act(() => dismissToast());
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  it('are kept closed and removed after 1,000,000 ms', () => {
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
  ])('after a swipe of %d px stay: %s', (distance, stays) => {
    show('Saved');

    swipe(distance);

    expect(screen.queryByText('Saved') !== null).toBe(stays);
  });

  it('wait while they are pointed at', () => {
    show('Saved');
    fireEvent.pointerEnter(card());
    pass(20_000);

    expect(screen.getByText('Saved')).toBeVisible();
    fireEvent.pointerLeave(card());
    pass(5_000);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it.each(['info', 'success', 'warning', 'error'] as const)('say to everybody that they are of the kind %s', (tone) => {
    act(() => void toast({ title: 'Tonight', tone }));

    expect(card()).toHaveAttribute('data-tone', tone);
    expect(card()).toHaveTextContent(`${tone}Tonight`);
    expect(within(card()).getByText(tone).closest('[aria-live="polite"]')).not.toBeNull();
  });

  it('draw each kind in a shape of its own, because not everybody tells colors apart', () => {
    const shapes = (['info', 'success', 'warning', 'error'] as const).map((tone) => {
      act(() => void toast({ title: 'Tonight', tone }));
      return card().querySelector('path')?.getAttribute('d');
    });

    expect(new Set(shapes).size).toBe(4);
  });

  it('say their kind once where the title says it already, and nothing where they are of none', () => {
    act(() => void toastSuccess('Success', 'Post created successfully!'));
    expect(card()).toHaveTextContent(/^SuccessPost created successfully!$/);

    show('Link Copied');
    expect(card()).toHaveTextContent(/^Link Copied$/);
    expect(card()).not.toHaveAttribute('data-tone');
  });

  it('close by their button', () => {
    show('Saved');

    fireEvent.click(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });
});

describe('toasts beside an open dialog', () => {
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

  it('are in it, below its title, where the keyboard and screen readers are', () => {
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

  it('go on in the corner when it closes, for the rest of their time', () => {
    const { unmount } = openDialog('Profile');
    show('Saved');
    fireEvent.pointerEnter(card());
    unmount();
    pass(4_999);

    expect(screen.getByRole('region', { name: 'Toasts' })).toContainElement(card());
    pass(1);
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  it('move nothing that was in sight, and leave what is written in sight', () => {
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
