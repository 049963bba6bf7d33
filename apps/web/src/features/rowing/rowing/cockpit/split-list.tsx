import type { Machine } from '@boathouse/contract/activities';
import type { RowSplit } from '@boathouse/row/reduce/splits';
import { figuresOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../../lib/format.ts';
import { formatIntensity, intensityLabel, useIntensityUnit } from './intensity-unit.ts';
import styles from './split-list.module.css';

/** The athlete can read as many at a glance. */
const shownSplits = 4;

type SplitListProps = { splits: readonly RowSplit[]; machine: Machine; all: boolean };

/** The last splits or intervals, newest first; `all` after the end. */
export function SplitList({ splits, machine, all }: SplitListProps) {
  const unit = useIntensityUnit();
  if (splits.length === 0) return null;
  const shown = all ? splits : splits.toReversed().slice(0, shownSplits);
  return (
    <table className={styles.splits} data-all={all}>
      <caption className="visually-hidden">{all ? 'Splits' : 'Last splits, newest first'}</caption>
      <thead>
        <tr>
          <th scope="col">Split</th>
          <th scope="col">{all ? 'Distance and time' : 'Time'}</th>
          <th scope="col">{intensityLabel(unit, machine)}</th>
          <th scope="col">{figuresOn(machine).rateName}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((split) => (
          <tr key={split.splitNumber}>
            <th scope="row">{split.splitNumber}</th>
            <td className={styles.length}>
              {all
                ? `${formatDistance(split.distanceM)} in ${formatDuration(split.timeSec)}`
                : formatDuration(split.timeSec)}
            </td>
            <td>{formatIntensity(unit, machine, split.averagePaceSec) ?? ''}</td>
            <td>{split.averageStrokeRateSpm === null ? '' : `r${split.averageStrokeRateSpm}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
