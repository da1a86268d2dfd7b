import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyDialog } from './lazy-dialog.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

const Shown = ({ onClose }: DialogProps) => (
  <button type="button" onClick={onClose}>
    Close it
  </button>
);

function renderLoading() {
  let finish = (_shown: ComponentType<DialogProps>) => {};
  const loaded = new Promise<ComponentType<DialogProps>>((resolve) => {
    finish = resolve;
  });
  const Dialog = lazyDialog(() => loaded, 'The profile could not be opened');
  const onClose = vi.fn();
  render(<Dialog onClose={onClose} />);
  return { onClose, finish, frame: screen.getByRole('status') };
}

describe('a dialog whose code loads', () => {
  it('shows its frame at once, and its content when it has loaded', async () => {
    const { frame, finish } = renderLoading();
    expect(frame).toHaveTextContent('Loading');

    await act(async () => finish(Shown));

    expect(screen.getByRole('button', { name: 'Close it' })).toBeVisible();
    expect(frame).not.toBeInTheDocument();
  });

  it('can be closed with Escape or a click outside it', () => {
    const { frame, onClose } = renderLoading();
    fireEvent.pointerDown(frame);
    expect(onClose).not.toHaveBeenCalled();

    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
    fireEvent.pointerDown(frame.parentElement as HTMLElement);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('says that it could not be opened, and leaves the page in place', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { finish } = renderLoading();

    await act(async () =>
      finish(() => {
        throw new Error('a fault of the dialog');
      }),
    );

    expect(screen.getByText('The profile could not be opened')).toBeVisible();
  });
});
