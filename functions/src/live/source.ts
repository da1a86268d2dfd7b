import { followFeed } from './feed.ts';
import type { LiveHubOptions, LiveSource } from './hub.ts';
import type { LiveRepository } from './live.repository.ts';

/** What a hub listens to: three listeners (new broadcasts, new notices, newly blocked users) that start again after errors. Product §7. */
export function createLiveSource({
  repository,
  now,
  log,
}: {
  repository: Pick<LiveRepository, 'openBroadcasts' | 'openNotices' | 'openBlocks'>;
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
    const stopNotices = followFeed({
      open: repository.openNotices,
      onEvent: onBroadcast,
      onError: onError('notices'),
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
      stopNotices();
      stopBlocks();
    };
  };
}
