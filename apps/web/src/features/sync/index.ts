import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

/** Loaded when they are shown: the first load of a page needs neither. */
export const ConnectedServices = lazyPart<{ userId: string }>({
  name: 'The connected services',
  load: async () => (await loadChunk(() => import('./connected-services.tsx'))).ConnectedServices,
});
export const ActivityUploads = lazyPart<{ activityId: string; userId: string }>({
  name: 'What was sent to connected services',
  load: async () => (await loadChunk(() => import('./activity-uploads.tsx'))).ActivityUploads,
});
