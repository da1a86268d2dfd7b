import type { Dependencies } from '../compose/api.ts';
import { createContent } from '../compose/content.ts';
import { sweepNewsletter } from '../newsletter/newsletter.sweep.ts';
import { createImageStore } from '../uploads/image-store.ts';

/** One step of the nightly run: safe to repeat and to interrupt. @returns how many things it dealt with */
type Step = () => Promise<number>;

/**
 * What the `sweep` function does: each step in turn, whatever becomes of the others.
 * @throws AggregateError when a step failed, so that the platform reports the run
 */
export function createSweep({ db, bucket, clock, config, log }: Dependencies): () => Promise<void> {
  const images = createImageStore({ bucket, publicBucket: config.publicBucket, clock });
  const content = createContent({ db, clock, removeImage: images.remove });

  const steps: Record<string, Step> = {
    'interrupted deletions': () => content.remover.finishAll(),
    'expired subscriptions and mails': () => sweepNewsletter(db, clock.now()),
  };

  return async () => {
    const failures: unknown[] = [];
    for (const [name, run] of Object.entries(steps)) {
      try {
        log('INFO', 'swept', { step: name, count: await run() });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'the sweep is incomplete');
  };
}
