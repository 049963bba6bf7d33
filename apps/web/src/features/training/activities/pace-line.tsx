import type { PastActivity } from '@boathouse/contract/activities/past';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import styles from './pace-line.module.css';

/** The line's box; the stroke has the same width in every size. */
const widthOfBox = 100;
const heightOfBox = 40;

type Point = { x: number; y: number };

/**
 * Returns the lines through the paces, faster above, broken at unknown paces; none for fewer than two consecutive
 * paces.
 */
export function paceLines(pacesSec: ReadonlyArray<number | null>): Point[][] {
  const known = pacesSec.filter((pace) => pace !== null);
  const fastest = Math.min(...known);
  const range = Math.max(...known) - fastest;
  const lines: Point[][] = [[]];
  for (const [index, pace] of pacesSec.entries()) {
    if (pace === null) {
      lines.push([]);
      continue;
    }
    const x = (index / (pacesSec.length - 1)) * widthOfBox;
    const y = range === 0 ? heightOfBox / 2 : ((pace - fastest) / range) * heightOfBox;
    lines.at(-1)?.push({ x, y });
  }
  return lines.filter(({ length }) => length > 1);
}

/** The paces of an activity's splits or intervals as a small line; nothing if unknown. */
export function PaceLine({
  activity,
  className = '',
}: {
  activity: PastActivity;
  className?: string | undefined;
}) {
  const paces = activity.splitPaces ?? [];
  const lines = paceLines(paces);
  if (lines.length === 0) return null;
  const known = paces.filter((pace) => pace !== null);
  const { machine } = activity;
  const [fastest, slowest] = [Math.min(...known), Math.max(...known)].map((pace) =>
    formatPaceOn(machine, pace),
  );
  const part = activity.kind === 'intervals' ? 'interval' : 'split';
  return (
    <svg
      role="img"
      aria-label={`Pace by ${part}, ${fastest} to ${slowest} ${figuresOn(machine).paceUnit}`}
      viewBox={`0 -4 ${widthOfBox} ${heightOfBox + 8}`}
      preserveAspectRatio="none"
      className={`${styles.line} ${className}`}
    >
      {lines.map((points, index) => (
        <polyline key={index} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      ))}
    </svg>
  );
}
