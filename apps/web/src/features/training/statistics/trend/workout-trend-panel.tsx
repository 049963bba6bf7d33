import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { whenFirstSeen } from '../../../../ui/plot/first-drawing.ts';
import { Loading } from '../../../../ui/states.tsx';
import type { WorkoutTrend as Trend } from './workout-trend.tsx';
import styles from './workout-trend-panel.module.css';

const waiting = <Loading label="Loading the trend" lines={5} />;

const WorkoutTrend = lazyPart({
  name: 'The trend',
  load: async () => (await loadChunk(() => import('./workout-trend.tsx'))).WorkoutTrend,
  waiting,
});

/** The trend of one workout. It is below the first screen, and loads when it becomes visible. */
export function WorkoutTrendPanel(props: ComponentProps<typeof Trend>) {
  const placeRef = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const place = placeRef.current;
    if (place === null) return undefined;
    return whenFirstSeen(place, () => setIsSeen(true), '0px');
  }, []);
  return (
    <Panel title="Workout trend" aside={<span className={styles.unit}>per 500 m</span>}>
      <div ref={placeRef} className={styles.place}>
        {isSeen && <WorkoutTrend {...props} />}
      </div>
    </Panel>
  );
}
