import { formatDistance, formatDuration, formatPace } from '@boathouse/workout/pace';
import type { Work } from '@boathouse/row/plan';
import type { ReactNode } from 'react';
import { Readout } from '../../ui/readout.tsx';
import styles from './cockpit.module.css';

export type ErgometerConnection = 'connecting' | 'connected' | 'disconnected';

/** How much of the row the server has. */
export type CockpitSaving = {
  unsentStrokes: number;
  /** Seconds since the server's last response, while it does not respond. */
  awayForSec: number | null;
  /** Why the server refuses the rest. */
  refusal: string | null;
};

/** The monitor's latest values; null where it has none (no belt, not moving yet). */
export type CockpitReading = {
  elapsedSec: number;
  distanceM: number;
  /** The remainder of the piece; null for a workout without an end. */
  left:
    | Work
    /** A planned rest counts down; null until the monitor has sent its time. */
    | { kind: 'rest'; timeSec: number | null }
    | null;
  /** Seconds per 500 m. */
  paceSec: number | null;
  averagePaceSec: number | null;
  strokeRateSpm: number | null;
  heartRateBpm: number | null;
  powerW: number | null;
};

type CockpitProps = {
  workout: string;
  /** Null before the first record. */
  reading: CockpitReading | null;
  /** `elsewhere`: another device or tab has the erg. */
  connection: ErgometerConnection | 'elsewhere';
  /** How long the monitor has been silent, once that is noticeable; null while data comes. */
  silentForSec: number | null;
  /** Reconnecting automatically after a lost link. */
  isReconnecting?: boolean;
  /** Stage of the row: starting, rowing, result being saved or saved. */
  stage?: 'beginning' | 'rowing' | 'completing' | 'completed';
  /** Null for a row that another device sends. */
  saving: CockpitSaving | null;
  /** What the athlete must know about this row. */
  notice?: string | null;
  /** A second sentence to `notice`. */
  detail?: string | null;
  isSimulated: boolean;
  /** Completed share of the workout, 0 to 1; null without an end. */
  progress: number | null;
  /** Buttons, each of size `touch`. */
  actions?: ReactNode;
};

const connectionWords: Record<ErgometerConnection, string> = {
  connecting: 'connecting',
  connected: 'connected',
  disconnected: 'disconnected',
};

/** Explains why the values are grey; null while they are live. */
function staleSentence(
  connection: ErgometerConnection,
  silentForSec: number | null,
  isReconnecting: boolean,
): string | null {
  if (connection !== 'connected' && isReconnecting) {
    return 'The connection to the erg was lost. Reconnecting… These are its last values.';
  }
  if (connection === 'disconnected') return 'The erg is disconnected. These are its last values.';
  if (connection === 'connecting') return 'Waiting for the erg. These are its last values.';
  if (silentForSec !== null) return 'The monitor has stopped sending. These are its last values.';
  return null;
}

/** Never "saved" while strokes are missing on the server. */
function savingWords(stage: NonNullable<CockpitProps['stage']>, saving: CockpitSaving): string {
  const { unsentStrokes, awayForSec, refusal } = saving;
  const strokes = unsentStrokes === 1 ? '1 stroke not sent' : `${unsentStrokes} strokes not sent`;
  if (awayForSec !== null) {
    const away = `server away for ${Math.floor(awayForSec)} s`;
    return unsentStrokes === 0 ? away : `${away}, ${strokes}`;
  }
  if (refusal !== null) return `not saved: ${refusal}`;
  if (unsentStrokes > 0) return strokes;
  if (stage === 'beginning') return 'starting';
  if (stage === 'completing') return 'saving the result';
  return stage === 'completed' ? 'result saved' : 'saved';
}

function leftReadout(reading: CockpitReading | null): { label: string; value: string | null; unit?: string } {
  if (reading === null) return { label: 'distance', value: null, unit: 'm' };
  const { left } = reading;
  if (left === null) return { label: 'distance', value: metres(reading.distanceM), unit: 'm' };
  if (left.kind === 'rest') {
    const { timeSec } = left;
    return { label: 'rest', value: timeSec === null ? null : wholeSeconds(timeSec) };
  }
  // Whole seconds, rounded up, so that the value fits beside the pace.
  if (left.kind === 'time') {
    return { label: 'time left', value: wholeSeconds(left.durationSec) };
  }
  if (left.kind === 'calories') return { label: 'calories left', value: `${left.calories}` };
  return { label: 'distance left', value: metres(left.distanceM), unit: 'm' };
}

const wholeSeconds = (sec: number): string => formatDuration(Math.ceil(sec)).replace(/\.0$/, '');

/** Formats without the unit, which is shown smaller beside it. */
function metres(distanceM: number): string {
  return formatDistance(distanceM).replace(/\sm$/, '');
}

function whole(value: number | null): string | null {
  return value === null ? null : `${Math.round(value)}`;
}

/** The athlete's own values, readable from 1.5 m. Old values are grey. */
export function Cockpit({
  workout,
  reading,
  connection,
  silentForSec,
  isReconnecting = false,
  stage = 'rowing',
  saving,
  isSimulated,
  notice = null,
  detail = null,
  progress,
  actions,
}: CockpitProps) {
  // A result is final and never stale.
  const isOver = stage === 'completing' || stage === 'completed';
  const sentence =
    reading === null || isOver || connection === 'elsewhere'
      ? null
      : staleSentence(connection, silentForSec, isReconnecting);
  return (
    <section aria-label="Your ergometer" className={styles.cockpit} data-stale={sentence !== null}>
      <header className={styles.header}>
        <h2>{workout}</h2>
        {isSimulated && <span className={styles.simulated}>Simulated</span>}
        {connection !== 'elsewhere' && (
          <p
            className={styles.connection}
            data-connection={connection}
            data-silent={silentForSec !== null}
            role="status"
          >
            {connection === 'connected' && silentForSec !== null ? (
              <>
                No data{/* Screen readers hear it once, not every second. */}
                <span aria-hidden="true"> for {Math.floor(silentForSec)} s</span>
              </>
            ) : (
              connectionWords[connection]
            )}
          </p>
        )}
        {saving !== null && (
          <p className={styles.saving} data-waiting={saving.awayForSec !== null || saving.refusal !== null}>
            {savingWords(stage, saving)}
          </p>
        )}
      </header>
      {notice !== null && (
        <div className={styles.notice} role="status">
          <p>{notice}</p>
          {detail !== null && <p>{detail}</p>}
        </div>
      )}
      <dl className={styles.main}>
        {isOver ? (
          <>
            <Readout label="time" value={reading && formatDuration(reading.elapsedSec)} />
            <Readout label="average pace per 500 m" value={reading && formatPace(reading.averagePaceSec)} />
          </>
        ) : (
          <>
            <Readout {...leftReadout(reading)} />
            <Readout label="pace per 500 m" value={reading && formatPace(reading.paceSec)} />
          </>
        )}
        <Readout label="strokes per min" value={reading && whole(reading.strokeRateSpm)} />
      </dl>
      {progress !== null && <Lane progress={progress} />}
      <p className={styles.sentence}>{sentence}</p>
      <div className={styles.foot}>
        <dl className={styles.secondary}>
          {!isOver && <Readout label="elapsed" value={reading && formatDuration(reading.elapsedSec)} />}
          <Readout label="distance" value={reading && metres(reading.distanceM)} unit="m" />
          {!isOver && (
            <Readout
              label="average pace"
              value={reading && formatPace(reading.averagePaceSec)}
              unit="/500 m"
            />
          )}
          <Readout label="heart rate" value={reading && whole(reading.heartRateBpm)} unit="bpm" />
          <Readout label="power" value={reading && whole(reading.powerW)} unit="W" />
        </dl>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </section>
  );
}

/** Keeps the whole boat inside its lane from the first stroke on. */
const hullPx = 48;

function Lane({ progress }: { progress: number }) {
  const share = Math.min(1, Math.max(0, progress));
  return (
    <div
      role="progressbar"
      aria-label="Rowed"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={styles.lane}
    >
      <div
        className={styles.run}
        style={{ transform: `translateX(calc(${share - 1} * (100% - ${hullPx + 6}px)))` }}
      >
        <svg viewBox="0 0 48 10" width={hullPx} height="10" aria-hidden="true">
          <path d="M0 5C12 .5 36 .5 48 5 36 9.5 12 9.5 0 5Z" fill="currentColor" />
        </svg>
      </div>
    </div>
  );
}
