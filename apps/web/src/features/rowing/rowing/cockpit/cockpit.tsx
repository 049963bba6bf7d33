import type { ReactNode } from 'react';
import type { PlanReading } from './cockpit-plan.ts';
import type { CockpitReading } from './cockpit-reading.ts';
import styles from './cockpit.module.css';
import { Lane } from './lane.tsx';
import { MainFigures } from './main-figures.tsx';
import { MoreFigures } from './more-figures.tsx';
import { SplitList } from './split-list.tsx';
import { staleSentence } from './stale-sentence.ts';
import { StatusLine, type CockpitErg, type CockpitRow } from './status-line.tsx';

type CockpitProps = {
  row: CockpitRow;
  erg: CockpitErg;
  /** Null before the first record. */
  reading: CockpitReading | null;
  /** The row compared with the plan; null for a text without a plan. */
  plan: PlanReading | null;
  /** A message for the athlete about this row, with an optional second sentence. */
  notice?: { text: string; detail?: string | null } | null;
  /** A short message for the athlete, over the line above the figures. */
  nudge?: ReactNode;
  /** The stored result, instead of the figures. */
  result?: ReactNode;
  /** A second view of the row, instead of the smaller figures and the parts below them. */
  second?: ReactNode;
  /** Shown in the free space below the figures: the other athletes of the item, or plots of the row. */
  children?: ReactNode;
  /** Buttons, each of size `touch`. */
  actions?: ReactNode;
};

/** The athlete's own values, readable from 1.5 m. Old values are gray. */
export function Cockpit(props: CockpitProps) {
  const { row, erg, reading, plan, notice } = props;
  // A result is final and never stale.
  const isOver = row.stage === 'completing' || row.stage === 'completed';
  const { connection, silentForSec, isReconnecting, isLent } = erg;
  const sentence =
    reading === null || isOver || connection === 'elsewhere'
      ? null
      : staleSentence({ connection, isSilent: silentForSec !== null, isReconnecting, isErgLent: isLent });
  const share = plan?.share ?? null;
  return (
    <section
      aria-label="Your erg"
      className={styles.cockpit}
      data-stale={sentence !== null}
      data-elsewhere={connection === 'elsewhere'}
      data-phase={isOver ? 'over' : (reading?.phase ?? 'waiting')}
    >
      <StatusLine row={row} erg={erg} />
      {!isOver && props.nudge}
      {notice != null && (
        <div className={styles.notice} role="status">
          {/* A new notice is large again. */}
          <p key={notice.text}>{notice.text}</p>
          {notice.detail != null && <p>{notice.detail}</p>}
        </div>
      )}
      {props.result ?? (
        <>
          <MainFigures reading={reading} isOver={isOver} plannedRestSec={plan?.plannedRestSec ?? null} />
          {share !== null && <Lane share={share} />}
          <p key={sentence} className={styles.sentence}>
            {sentence}
          </p>
          {!isOver && props.second ? (
            <div className={styles.second}>{props.second}</div>
          ) : (
            <>
              <div className={styles.body}>
                <MoreFigures reading={reading} plan={plan} isOver={isOver} />
                {isOver && reading !== null && (
                  <SplitList splits={reading.splits} machine={reading.machine} all />
                )}
              </div>
              <div className={styles.glass}>{props.children}</div>
            </>
          )}
        </>
      )}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </section>
  );
}
