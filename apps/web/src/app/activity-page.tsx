import type { Activity } from '@boathouse/contract/activities';
import type { ReactNode } from 'react';
import { ActivityPage as Page } from '../features/activities/activity/activity-page.tsx';
import { SaveAsTemplate } from '../features/templates/index.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';

const KeptResult = lazyPart({
  name: 'What this device keeps of the activity',
  load: async () => (await loadChunk(() => import('./offline/kept-result.tsx'))).KeptResult,
});

/** The page of an activity, whose workout can be kept. */
export function ActivityPage() {
  return <Page actionsOf={actionsOf} renderKept={renderKept} />;
}

function actionsOf({ workout, title }: Activity) {
  return <SaveAsTemplate {...{ workout, title }} />;
}

function renderKept(activityId: string, fallback: ReactNode, onSent: () => void) {
  return <KeptResult key={activityId} {...{ activityId, fallback, onSent }} />;
}
