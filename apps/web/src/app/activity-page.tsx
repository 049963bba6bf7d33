import type { Activity } from '@boathouse/contract/activities';
import type { ReactNode } from 'react';
import { ActivityPage as Page } from '../features/training/activities/activity/activity-page.tsx';
import { LikesAndComments } from '../features/news/comments/index.ts';
import { ReplayButton, type ReplayedResult } from '../features/rowing/replay/index.ts';
import { SaveAsTemplate } from '../features/sessions/templates/index.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';

const KeptResult = lazyPart({
  name: 'What this device keeps of the activity',
  load: async () => (await loadChunk(() => import('./offline/kept-result.tsx'))).KeptResult,
});

const RowAgainst = lazyPart<{ activityId: string; workout: string }>({
  name: 'The ghost',
  load: async () =>
    (await loadChunk(() => import('../features/rowing/rowing/ghosts/row-against.tsx'))).RowAgainst,
});

const ActivityUploads = lazyPart<{ activityId: string; userId: string }>({
  name: 'What was sent',
  load: async () => (await loadChunk(() => import('../features/transfers/sync/index.ts'))).ActivityUploads,
});

/** The page of an activity, with the choice to keep its workout. */
export function ActivityPage() {
  return (
    <Page {...{ actionsOf, renderComments, renderUploads, renderRowAgainst, renderReplay, renderKept }} />
  );
}

function renderComments(activityId: string, viewerId: string) {
  return <LikesAndComments {...{ activityId, viewerId }} />;
}

function renderUploads(activityId: string, userId: string) {
  return <ActivityUploads {...{ activityId, userId }} />;
}

function renderRowAgainst(activityId: string, workout: string) {
  return <RowAgainst {...{ activityId, workout }} />;
}

function renderReplay(results: readonly ReplayedResult[]) {
  return <ReplayButton results={results} />;
}

function actionsOf({ workout, title }: Activity) {
  return <SaveAsTemplate {...{ workout, title }} />;
}

function renderKept(activityId: string, fallback: ReactNode, onSent: () => void) {
  return <KeptResult key={activityId} {...{ activityId, fallback, onSent }} />;
}
