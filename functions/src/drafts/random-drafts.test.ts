// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { runRandomDrafts } from '../testing/random-drafts.ts';
import { signIn } from '../testing/users.ts';

/** To run more sequences: `SEQUENCES=500 npx vitest run --project functions random-drafts`. `SEED` changes them. */
const [SEQUENCES, SEED] = [Number(process.env.SEQUENCES ?? 3), Number(process.env.SEED ?? 1)];

describe('three devices with one draft', () => {
  it(
    'lose no sentence, whatever the order of their actions',
    async () => {
      const met: Record<string, number> = {};
      let typed = 0;
      for (let seed = SEED; seed < SEED + SEQUENCES; seed += 1) {
        const report = await runRandomDrafts({ writer: await signIn({ role: 'moderator' }), seed, steps: 20 });

        expect(report.lost, `seed ${seed}`).toEqual([]);
        typed += report.typed;
        for (const [status, count] of Object.entries(report.met)) met[status] = (met[status] ?? 0) + count;
      }
      // Without conflicts, the sequences would prove nothing.
      expect(typed).toBeGreaterThan(5 * SEQUENCES);
      expect(Object.keys(met)).toEqual(expect.arrayContaining(['409', '410']));
    },
    60_000 + SEQUENCES * 20_000,
  );
});
