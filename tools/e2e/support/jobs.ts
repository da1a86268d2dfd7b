import type { APIRequestContext, Locator } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Runs waiting jobs until the page shows that one has ended. A call starts its job, but work that takes more than a few seconds is left to the
 * schedule, which runs once a minute.
 */
export async function runJobsUntil(request: APIRequestContext, shown: Locator): Promise<void> {
  await expect(async () => {
    expect((await request.post('/api/dev/schedule/work')).ok()).toBe(true);
    await expect(shown).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
}
