import { Panel } from '../../ui/panel.tsx';
import { FollowCounts } from './follow-counts.tsx';

/** The card of the dashboard: how many follow the signed-in person, and how many they follow. */
export function SocialStats({ userId }: { userId: string }) {
  return (
    <Panel title="Social Stats">
      <FollowCounts userId={userId} />
    </Panel>
  );
}
