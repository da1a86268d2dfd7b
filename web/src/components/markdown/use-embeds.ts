import { type RefObject, useEffect } from 'react';
import { failureText } from '../../lib/failure.ts';

/** Set where cards can be opened; until then their buttons are not there (styles/embeds.css). */
const LIVE = 'embeds-live';

/** The place for the frame of a card (shared/src/markdown/cards.ts). */
const PLACE = '.markdown-embed-place';

/**
 * Brings the cards within `root` to life, whoever wrote their markup: their button opens the frame in its place. The code for it
 * comes with the first press, and until one nobody else is asked for anything.
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
      // Served elements are shown again when somebody comes back, and must not begin to play then.
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
