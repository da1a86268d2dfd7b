import { followFeed } from './feed.ts';
import type { LiveHubOptions, LiveSource } from './hub.ts';
import type { LiveRepository } from './live.repository.ts';

/** Three listeners (broadcasts, personal notifications, blocks) that restart after errors. Product §7. */
export function createLiveSource({
  repository,
  now,
  log,
}: {
  repository: Pick<LiveRepository, 'openBroadcasts' | 'openPersonal' | 'openBlocks'>;
} & Pick<LiveHubOptions, 'now' | 'log'>): LiveSource {
  return ({ onBroadcast, onBlocked }) => {
    const onError = (name: string) => (error: unknown, retryInMs: number) =>
      log('live-listener-failed', { name, error: String(error), retryInMs });
    const stopBroadcasts = followFeed({
      open: repository.openBroadcasts,
      onEvent: onBroadcast,
      onError: onError('broadcasts'),
      now,
    });
    const stopPersonal = followFeed({
      open: repository.openPersonal,
      onEvent: onBroadcast,
      onError: onError('personal-notifications'),
      now,
    });
    const stopBlocks = followFeed({
      open: repository.openBlocks,
      onEvent: ({ userId }) => onBlocked(userId),
      onError: onError('blocks'),
      now,
    });
    return () => {
      stopBroadcasts();
      stopPersonal();
      stopBlocks();
    };
  };
}
