import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import styles from './lazy-attendance.module.css';

/** Its place is reserved while it loads. */
export const AttendancePanel = lazyPart({
  name: 'Who will be there',
  load: async () => (await loadChunk(() => import('./attendance-panel.tsx'))).AttendancePanel,
  waiting: <div className={styles.place} />,
});
