import type { SettingsService } from '../../settings/settings.service.ts';
import { createTrafficRecorder } from '../../traffic/recorder.repository.ts';
import { createTrafficRepository } from '../../traffic/traffic.repository.ts';
import { createTrafficCounter } from '../../traffic/traffic-counter.ts';
import type { Base } from './base.ts';

/** Counts visits, and reads the counts. */
export function createTraffic(base: Base, settings: Pick<SettingsService, 'ofTraffic'>) {
  const { db, clock, pace, siteUrl, siteOrigins, stored } = base;
  const onError = (error: unknown) => base.onNotifyError?.('a visit was not counted', error);
  const traffic = createTrafficRepository(db);
  const counter = createTrafficCounter({
    traffic,
    recorder: createTrafficRecorder({ traffic, everyMs: pace.viewsMs, onError }),
    settings: settings.ofTraffic,
    ownHosts: [siteUrl, ...siteOrigins]
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url).hostname.replace(/^www\./, '')),
    isPublished: async (id) => (await stored.findCard(id))?.isPublished ?? false,
    clock,
    onError,
  });
  return { storedTraffic: traffic, traffic: counter };
}
