import type { activities } from '@boathouse/contract/activities';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { useState, type ReactNode } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart, onIntent } from '../../../../ui/lazy/lazy-part.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { OwnNote } from '../result/own-note.tsx';
import { ShareResult } from '../result/share-result.tsx';
import type { OwnTagsProps } from '../tags/own-tags.tsx';
import { ActivityFiles } from './activity-files.tsx';
import { OwnActivity } from './own-activity.tsx';

const OwnTags = lazyPart<OwnTagsProps>({
  name: 'Your tags',
  load: async () => (await loadChunk(() => import('../tags/own-tags.tsx'))).OwnTags,
});

export type ActivityToolsProps = {
  activity: EndpointResponse<typeof activities.byId>;
  /** Whether the viewer is its athlete. */
  isOwn: boolean;
  /** The uploads to the connected services of its athlete. */
  renderUploads: (activityId: string, userId: string) => ReactNode;
  /** Makes a result a ghost for the viewer's next row. */
  renderRowAgainst: (activityId: string, workout: string) => ReactNode;
};

/** The actions on an activity: note, tags, sharing, files, services, title and readers. */
export function ActivityTools({ activity, isOwn, renderUploads, renderRowAgainst }: ActivityToolsProps) {
  const { _id, user, isCompleted, source, session, workout } = activity;
  // A typed result has no strokes to row by.
  const ghost = isCompleted && source !== 'entered' && renderRowAgainst(_id, workout);
  if (!isOwn)
    return (
      <>
        {ghost}
        <ActivityFiles activity={activity} />
      </>
    );
  return (
    <>
      <OwnNote activityId={_id} />
      <Tags activity={activity} />
      {isCompleted && (
        <>
          <Panel title="Share">
            <ShareResult activity={activity} />
          </Panel>
          <ActivityFiles activity={activity} />
        </>
      )}
      {isCompleted && source === 'monitor' && (
        <SentToServices renderUploads={() => renderUploads(_id, user._id)} />
      )}
      {ghost}
      {isCompleted && session === null && <OwnActivity activity={activity} />}
    </>
  );
}

/** Most activities have no tags, and few get some: the form loads when it is opened. */
function Tags({ activity }: OwnTagsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Your tags">
      {isOpen ? (
        <OwnTags activity={activity} />
      ) : (
        <>
          <p dir="auto">{activity.tags?.join(', ')}</p>
          <Button {...onIntent(OwnTags.preload)} onClick={() => setIsOpen(true)}>
            Edit tags
          </Button>
        </>
      )}
    </Panel>
  );
}

/** Fetches when it is opened, because most activities were not sent to any service. */
function SentToServices({ renderUploads }: { renderUploads: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Connected services">
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        What was sent
      </Button>
      {isOpen && renderUploads()}
    </Panel>
  );
}
