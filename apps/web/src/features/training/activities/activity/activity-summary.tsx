import type { activities, Activity, HeartRateSource, WorkoutSummary } from '@boathouse/contract/activities';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { figuresOn, formatPaceOn, isCompared, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance, formatWhole } from '../../../../lib/format.ts';
import { Readout } from '../../../../ui/readout.tsx';
import styles from './activity-summary.module.css';

/** Null for the monitor's own result, which is the usual case. */
const sources: Record<WorkoutSummary['source'], string | null> = {
  summary: null,
  lastStatus: "From the monitor's last values; its own result did not arrive.",
  byHand: 'Ended by hand.',
};

const heartRates: Record<HeartRateSource, string> = {
  monitor: 'the monitor',
  belt: 'a belt',
  mixed: 'the monitor and a belt',
};

/** The files that a result came from or that completed it, visible only to its athlete. */
type Files = Pick<EndpointResponse<typeof activities.byId>, 'origin' | 'completedFrom'>;

/** The result as on the monitor. */
export function ActivitySummary({ activity }: { activity: Activity & Partial<Files> }) {
  const { summary, machine } = activity;
  const { paceUnit, rateName, rateUnit } = figuresOn(machine);
  // Tenths only if the monitor counted some.
  const digits = Number.isInteger(activity.distance) ? 0 : 1;
  const meters = knownMeters(activity.distance, activity.elapsedTime);
  const [distance = null] = formatDistance(meters, digits).split(' ');
  const strokeRate = summary === null ? activity.strokeRate : summary.averageStrokeRate;
  const heartRate = summary?.averageHeartRate || activity.heartRate || null;
  const source = summary
    ? sources[summary.source]
    : activity.source === 'entered'
      ? 'Typed in, without the values of a monitor.'
      : 'Stored without a summary of the monitor.';
  const exceptions = [
    ...(source === null ? [] : [source]),
    ...(activity.isSimulated
      ? ['Rowed on a simulated erg: it counts in no total and is no personal best.']
      : []),
    ...(isCompared(machine)
      ? []
      : ["Measured by another maker's erg, not a Concept2: it is no personal best and has no rank."]),
    ...(activity.heartRateSource ? [`Heart rates from ${heartRates[activity.heartRateSource]}.`] : []),
    ...(activity.source === 'file'
      ? [activity.origin ? `From ${activity.origin.fileName}.` : 'Imported from a file.']
      : []),
    ...(activity.completedFrom?.length ? [`Completed from ${activity.completedFrom.join(', ')}.`] : []),
    ...(activity.source === 'sync' ? ['Imported from the Concept2 Logbook.'] : []),
  ];
  return (
    <>
      <div className={styles.figures}>
        <dl className={styles.main}>
          <Readout label="Time" value={formatDuration(activity.elapsedTime)} size="large" />
          <Readout label="Distance" value={distance} unit="m" size="large" />
          <Readout
            label="Average pace"
            value={formatPaceOn(machine, activity.averagePace)}
            unit={paceUnit}
            size="large"
          />
        </dl>
        <dl className={styles.more}>
          <Readout label={rateName} value={strokeRate === null ? null : `${strokeRate}`} unit={rateUnit} />
          {activity.averagePower !== null && (
            <Readout label="Average power" value={formatWhole(activity.averagePower)} unit="W" />
          )}
          <Readout
            label="Calories"
            value={activity.totalCalories === null ? null : formatWhole(activity.totalCalories)}
            unit="cal"
          />
          {heartRate !== null && (
            <Readout
              label={summary?.averageHeartRate ? 'Average heart rate' : 'Heart rate'}
              value={`${heartRate}`}
              unit="bpm"
            />
          )}
          {summary?.recoveryHeartRate ? (
            <Readout label="Heart rate 1 min after" value={`${summary.recoveryHeartRate}`} unit="bpm" />
          ) : null}
          {activity.dragFactor > 0 && <Readout label="Drag factor" value={`${activity.dragFactor}`} />}
        </dl>
      </div>
      {activity.isCompleted && exceptions.length > 0 && (
        <p className={styles.source}>{exceptions.join(' ')}</p>
      )}
    </>
  );
}
