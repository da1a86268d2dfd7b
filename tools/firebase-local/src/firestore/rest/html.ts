/** An answer that a browser shows. */
export class Html {
  constructor(readonly text: string) {}
}

/** Text that stands for itself in HTML, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
