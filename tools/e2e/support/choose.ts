import { expect, type Locator } from '@playwright/test';

/**
 * Types into a field of the editor that completes, and takes an option. Where a question about drafts comes meanwhile, it moves the field out
 * of sight, and its options are hidden until it is back.
 */
export async function choose(field: Locator, text: string, option: string): Promise<void> {
  await field.fill(text);
  await expect(async () => {
    await field.scrollIntoViewIfNeeded();
    await field.page().getByRole('option', { name: option, exact: true }).click({ timeout: 2_000 });
  }).toPass();
}
