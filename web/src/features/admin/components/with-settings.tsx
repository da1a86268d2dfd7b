import type { Settings } from '@inkwell/shared/settings';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../../components/loaded.tsx';
import { settingsQueries } from '../api/settings.ts';
import { useStaffQuery } from '../api/unauthorized.ts';

interface WithSettingsProps {
  /** The part of them that is shown: 'menu'. */
  readonly noun: string;
  readonly height: string;
  readonly children: (settings: Settings, query: UseQueryResult<Settings>) => ReactNode;
}

/** The settings of the publication, once they are loaded. */
export function WithSettings({ noun, height, children }: WithSettingsProps) {
  const query = useStaffQuery(settingsQueries.read());
  return (
    <Loaded query={query} loading={`Loading ${noun}`} failure={`Failed to load ${noun}`} height={height}>
      {(settings) => children(settings, query)}
    </Loaded>
  );
}
