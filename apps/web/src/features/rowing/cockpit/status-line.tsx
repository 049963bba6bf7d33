import styles from './status-line.module.css';

export type ErgometerConnection = 'connecting' | 'connected' | 'disconnected';

/** How much of the row the server has. */
export type CockpitSaving = {
  unsentStrokes: number;
  /** Seconds since the server's last response, while it does not respond. */
  awayForSec: number | null;
  /** Why the server refuses the rest. */
  refusal: string | null;
};

/** Stage of the row: starting, rowing, result being saved or saved. */
export type CockpitStage = 'beginning' | 'rowing' | 'completing' | 'completed';

type StatusLineProps = {
  workout: string;
  isSimulated: boolean;
  connection: ErgometerConnection | 'elsewhere';
  silentForSec: number | null;
  stage: CockpitStage;
  saving: CockpitSaving | null;
};

/** What is rowed, whether the erg is connected, and how much of the row the server has. */
export function StatusLine({
  workout,
  isSimulated,
  connection,
  silentForSec,
  stage,
  saving,
}: StatusLineProps) {
  return (
    <header className={styles.line}>
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
            connection
          )}
        </p>
      )}
      {saving !== null && (
        <p className={styles.saving} data-waiting={saving.awayForSec !== null || saving.refusal !== null}>
          {savingWords(stage, saving)}
        </p>
      )}
    </header>
  );
}

/** Never "saved" while strokes are missing on the server. */
function savingWords(stage: CockpitStage, saving: CockpitSaving): string {
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
