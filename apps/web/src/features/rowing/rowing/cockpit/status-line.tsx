import { useRef } from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import { useFocusOnArrival } from '../../../../ui/focus/use-focus-on-arrival.ts';
import styles from './status-line.module.css';

export type ErgConnection = 'connecting' | 'connected' | 'disconnected';

/** How much of the row the server has. */
export type CockpitSaving = {
  unsentStrokes: number;
  /** Refused by the server one by one. */
  refusedStrokes: number;
  /** Seconds since the server last accepted a request, while it accepts none. */
  awayForSec: number | null;
  /** The action that the server needs before it accepts; null if it does not respond. */
  remedy: string | null;
  /** Why the server refuses the rest. */
  refusal: string | null;
};

/** Stage of the row: starting, in progress, saving the result, or saved. */
type CockpitStage = 'beginning' | 'rowing' | 'completing' | 'completed';

/** The row itself, without its values. */
export type CockpitRow = {
  workout: string;
  isSimulated: boolean;
  stage: CockpitStage;
  /** Null for a row that another device sends. */
  saving: CockpitSaving | null;
};

/** The athlete's erg. */
export type CockpitErg = {
  /** `elsewhere`: another device or tab has the erg. */
  connection: ErgConnection | 'elsewhere';
  /** How long the monitor has been silent, once that is noticeable; null while data arrives. */
  silentForSec: number | null;
  /** Reconnecting automatically after a lost link. */
  isReconnecting: boolean;
  /** Lent to the athlete's other device for a while. */
  isLent: boolean;
};

type StatusLineProps = { row: CockpitRow; erg: CockpitErg };

/** The workout, the connection of the erg, and how much of the row the server has. */
export function StatusLine({ row, erg: { connection, silentForSec } }: StatusLineProps) {
  const { workout, isSimulated, stage, saving } = row;
  const isWaiting =
    saving !== null && (saving.awayForSec !== null || saving.remedy !== null || saving.refusal !== null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(headingRef, stage === 'completing' || stage === 'completed' ? 'over' : 'rowing');
  return (
    <header className={styles.line}>
      <h2 ref={headingRef} tabIndex={-1}>
        {formatWorkout(workout)}
      </h2>
      {isSimulated && <span className={styles.simulated}>Simulated</span>}
      {connection !== 'elsewhere' && (
        <p className={styles.connection} data-connection={connection} data-silent={silentForSec !== null}>
          {silentForSec === null ? connection : `Monitor silent for ${Math.floor(silentForSec)} s`}
        </p>
      )}
      {saving !== null && (
        // A new waiting state is large again.
        <p key={`${isWaiting}`} className={styles.saving} data-waiting={isWaiting}>
          {savingWords(stage, saving)}
        </p>
      )}
    </header>
  );
}

const strokeCount = (count: number) => (count === 1 ? '1 stroke' : `${count} strokes`);

const awayWords = (sec: number) => (sec === 0 ? 'server away' : `server away for ${sec} s`);

/** Never "saved" while strokes are missing on the server. */
function savingWords(stage: CockpitStage, saving: CockpitSaving): string {
  const { unsentStrokes, refusedStrokes, awayForSec, remedy, refusal } = saving;
  const strokes = `${strokeCount(unsentStrokes)} not sent`;
  if (awayForSec !== null || remedy !== null) {
    const away = remedy ?? awayWords(Math.floor(awayForSec ?? 0));
    return unsentStrokes === 0 ? away : `${away}, ${strokes}`;
  }
  if (refusal !== null) {
    return refusedStrokes === 0
      ? `not saved: ${refusal}`
      : `${strokeCount(refusedStrokes)} not saved: ${refusal}`;
  }
  if (unsentStrokes > 0) return strokes;
  if (stage === 'beginning') return 'starting';
  if (stage === 'completing') return 'saving the result';
  return stage === 'completed' ? 'result saved' : 'saved';
}
