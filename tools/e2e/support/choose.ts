import { expect, type Locator } from '@playwright/test';

/**
 * Types into an autocomplete field of the editor, and chooses an option. If a question about drafts appears in the meantime, it moves the field out
 * of sight, which hides the options until the field is visible again.
 */
export async function choose(field: Locator, text: string, option: string): Promise<void> {
  await field.fill(text);
  await expect(async () => {
    await field.scrollIntoViewIfNeeded();
    await field.page().getByRole('option', { name: option, exact: true }).click({ timeout: 2_000 });
  }).toPass();
}
