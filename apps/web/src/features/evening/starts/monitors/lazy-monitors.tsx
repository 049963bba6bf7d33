import { useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import type { CoachedMonitorProps } from './coached-monitor.tsx';

const load = () => loadChunk(() => import('./parts.ts'));
const name = 'Setting monitors';
const Part = lazyPart({ name, load: async () => (await load()).CoachedMonitor });
export const SetMonitors = lazyPart({ name, load: async () => (await load()).SetMonitors });

/** Only pages of a room with other members show it: a single athlete has no coach. */
export function CoachedMonitor(props: CoachedMonitorProps) {
  const { room } = props;
  const hasCrew = useSyncExternalStore(room.subscribe, () => room.getMembers().length > 1);
  // The list is empty while the connection is lost: the question stays.
  const [hasHadCrew, setHasHadCrew] = useState(hasCrew);
  if (hasCrew && !hasHadCrew) setHasHadCrew(true);
  return hasHadCrew && <Part {...props} />;
}
