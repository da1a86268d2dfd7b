let kept: HTMLElement | null = null;

/** Keeps the welcome of a served page for a returning reader. Call this before the app replaces the page. */
export function keepServedWelcome(): void {
  kept = document.querySelector<HTMLElement>('[data-had-session] .served-welcome');
}

/** The served element, or null. */
export const servedWelcome = (): HTMLElement | null => kept;
