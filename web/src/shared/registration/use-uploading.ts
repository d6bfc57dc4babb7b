import type { Registration } from '@g2/gateway/contract/registrations';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isUploadRunning, subscribeRunningUploads } from '../../lib/running-uploads.ts';
import { savedUpload, subscribeSavedUploads } from '../../lib/saved-uploads.ts';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';

/** Polling interval to find out whether another tab is still uploading the file, ms. */
const OTHER_TABS_POLL_MS = 5_000;

/** True while any tab of this browser uploads a file for the registration. */
export function useUploading({ id, userId }: Pick<Registration, 'id' | 'userId'>): boolean {
  const isUploadingHere = useSyncExternalStore(subscribeRunningUploads, () => isUploadRunning(id));
  const isRemembered = useSyncExternalStore(subscribeSavedUploads, () => savedUpload(userId, id) !== null);
  const { data: isUploadingElsewhere } = useQuery({
    queryKey: ['upload-of-a-tab', id],
    queryFn: async () => (await uploadsInAnyTab([id])).length > 0,
    enabled: isRemembered && !isUploadingHere,
    gcTime: 0,
    refetchInterval: OTHER_TABS_POLL_MS,
  });
  return isUploadingHere || (isRemembered && isUploadingElsewhere === true);
}
