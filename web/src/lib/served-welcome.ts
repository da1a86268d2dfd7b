let kept: HTMLElement | null = null;

/** Keeps the welcome of a served page for who was signed in before; to be called before the app takes the page's place. */
export function keepServedWelcome(): void {
  kept = document.querySelector<HTMLElement>('[data-had-session] .served-welcome');
}

/** The very element, or null where there was none. */
export const servedWelcome = (): HTMLElement | null => kept;
