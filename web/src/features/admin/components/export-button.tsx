import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { showActionError } from '../api/unauthorized.ts';
import { downloadCsv } from '../csv.ts';

interface ExportButtonProps {
  /** The start of the file's name; the day follows. */
  readonly name: string;
  /** The failed action, for the toast: 'export redirects'. */
  readonly action: string;
  readonly icon?: ReactNode;
  /** Makes the file's content. */
  readonly make: () => Promise<string>;
}

/** Downloads a list as CSV. */
export function ExportButton({ name, action, icon, make }: ExportButtonProps) {
  const download = useMutation({
    mutationFn: make,
    onSuccess: (csv) => downloadCsv(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv),
    onError: (error) => showActionError(action, error),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      icon={icon}
      isPending={download.isPending}
      onClick={() => download.mutate()}
    >
      {download.isPending ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
