import { type RefObject, useEffect } from 'react';
import { failureText } from '../../lib/failure.ts';

/** The class that shows the buttons of cards, once they work (styles/embeds.css). */
const LIVE = 'embeds-live';

/** The element of a card that the frame covers (shared/src/markdown/cards.ts). */
const PLACE = '.markdown-embed-place';

/**
 * Makes the buttons of cards in `root` open frames, in rendered and in served markup. Nothing is loaded from other sites before a
 * press of the button.
 */
export function useEmbeds(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    element.classList.add(LIVE);
    const onClick = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLButtonElement>(`${PLACE} > button`) : null;
      if (button) void press(button);
    };
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('click', onClick);
      // Served elements are reused when the reader returns, and videos must not start then.
      for (const frame of element.querySelectorAll(`${PLACE} > iframe`)) frame.remove();
    };
  }, [root]);
}

async function press(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>(PLACE);
  const address = button.closest<HTMLElement>('[data-embed]')?.dataset.embed;
  if (!place || address === undefined || button.getAttribute('aria-busy')) return;
  place.querySelector('[role="alert"]')?.remove();
  button.setAttribute('aria-busy', 'true');
  try {
    const { openEmbed } = await import('./open-embed.ts');
    await openEmbed(place, address);
  } catch (error) {
    console.error('The frame could not be opened', error);
    const reason = document.createElement('p');
    reason.setAttribute('role', 'alert');
    reason.textContent = failureText(error);
    place.append(reason);
  } finally {
    button.removeAttribute('aria-busy');
  }
}
