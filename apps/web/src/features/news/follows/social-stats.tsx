import { Panel } from '../../../ui/panel.tsx';
import { FollowCounts } from './follow-counts.tsx';

/** The dashboard card with the viewer's follower and following counts. */
export function SocialStats({ userId }: { userId: string }) {
  return (
    <Panel title="Social Stats">
      <FollowCounts userId={userId} />
    </Panel>
  );
}
