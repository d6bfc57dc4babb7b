import type { Registration } from '@g2/gateway/contract/registrations';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { rememberedUpload, subscribeRemembered } from '../../lib/remembered-uploads.ts';
import { isUploadRunning, subscribeRunningUploads } from '../../lib/running-uploads.ts';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';

/** Polling interval to find out whether another tab is still sending the file, ms. */
const TABS_MS = 5_000;

/** True while this browser uploads a file for the registration, which may replace the current one. */
export function useUploading({ id, userId }: Pick<Registration, 'id' | 'userId'>): boolean {
  const here = useSyncExternalStore(subscribeRunningUploads, () => isUploadRunning(id));
  const isKept = useSyncExternalStore(subscribeRemembered, () => rememberedUpload(userId, id) !== null);
  const { data: elsewhere } = useQuery({
    queryKey: ['upload-of-a-tab', id],
    queryFn: async () => (await uploadsInAnyTab([id])).length > 0,
    enabled: isKept && !here,
    gcTime: 0,
    refetchInterval: TABS_MS,
  });
  return here || (isKept && elsewhere === true);
}
