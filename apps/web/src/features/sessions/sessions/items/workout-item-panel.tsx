import { useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { useAfterPress } from '../../../../lib/timing/press-shown.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import { Instructions } from '../instructions/instructions.tsx';
import type { Push } from '../instructions/monitor-workout.ts';
import styles from './workout-item-panel.module.css';

/**
 * The viewer's state of this workout item: not begun, starting until the server has it, in progress, complete, or busy with
 * another item, because only one activity can be in progress.
 */
export type ItemStanding = 'notBegun' | 'starting' | 'inProgress' | 'complete' | 'busyElsewhere';

type WorkoutItemPanelProps = {
  /** Where links to the item lead. */
  id?: string;
  /** The item's text: `4 x 500 m / 2:00 rest`. */
  workout: string;
  standing: ItemStanding;
  activeCount: number;
  /** Athletes in progress whose values have stopped. */
  unheardCount?: number;
  completeCount: number;
  isErgConnected: boolean;
  /** Whether a start request is running. */
  isBusy?: boolean;
  /** Open unless the viewer says otherwise; a change overrules what the viewer said before. */
  isOpen?: boolean;
  /** Whether Begin is the page's primary action. */
  isPrimary?: boolean;
  /** Whether the instructions are to be open. */
  isBeginning: boolean;
  /** The coach has opened them: they don't take the focus from what the athlete does. */
  isByCoach?: boolean;
  /** The item's result in a line, for the folded panel. */
  summary?: string | null;
  /** The athletes who are ready, and the common start: stays while one is set, also when the panel is folded. */
  start?: ReactNode;
  isStartSet?: boolean;
  push: Push;
  /** The problem of the monitor's own workout; null without one. */
  notice: string | null;
  /** The monitor waits with the workout, or needs no setting. */
  isMonitorSet?: boolean;
  /** False for a rower of another maker. */
  canBeSet?: boolean;
  onConnect: () => void;
  /** Called only with a connected erg, unless `pushNeedsErg` is false. */
  onPush: () => void;
  /** False for a text that can only be set by hand. */
  pushNeedsErg?: boolean;
  /** Called only with a connected erg. */
  onStart: () => void;
  /** Called when the athlete opens or closes the instructions. */
  onBegin: (isBeginning: boolean) => void;
  /** The item's tables. */
  children: ReactNode;
};

/** Characters from which a text is a sentence, and too long for large letters. */
const longText = 60;

export function WorkoutItemPanel(props: WorkoutItemPanelProps) {
  const { id, workout, standing, activeCount, completeCount, isOpen = true, children } = props;
  const { isBeginning, isByCoach = false, onBegin, unheardCount = 0 } = props;
  const [byHand, setByHand] = useState<{ isExpanded: boolean; insteadOf: boolean } | null>(null);
  const isExpanded = byHand?.insteadOf === isOpen ? byHand.isExpanded : isOpen;
  // The button answers first: a room has results and plots below it.
  const isShown = useAfterPress(isExpanded);
  const bodyId = useId();
  const beginRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(isBeginning, beginRef);

  return (
    <section
      id={id}
      className={styles.panel}
      data-standing={standing}
      data-folded={!isShown}
      data-long={workout.length > longText}
      aria-label={workout}
    >
      <header className={styles.header}>
        <h2>
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={bodyId}
            onClick={() => setByHand({ isExpanded: !isExpanded, insteadOf: isOpen })}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={styles.chevron}>
              <path
                d="m5 2.5 5.5 5.5L5 13.5"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
            {workout}
          </button>
        </h2>
        {!isShown && props.summary != null && <p className={styles.summary}>{props.summary}</p>}
        <dl className={styles.counts} data-empty={activeCount + unheardCount + completeCount === 0}>
          <div>
            <dd>{activeCount}</dd>
            <dt>Active</dt>
          </div>
          {unheardCount > 0 && (
            <div>
              <dd>{unheardCount}</dd>
              <dt>No signal</dt>
            </div>
          )}
          <div>
            <dd>{completeCount}</dd>
            <dt>Complete</dt>
          </div>
        </dl>
        <MyPart {...props} beginRef={beginRef} />
      </header>
      {isBeginning && standing === 'notBegun' && (
        <Instructions {...props} takesFocus={!isByCoach} onCancel={() => onBegin(false)} />
      )}
      {props.start != null && (
        <div hidden={!isShown && !props.isStartSet} className={styles.body}>
          {props.start}
        </div>
      )}
      <div id={bodyId} hidden={!isShown} className={styles.body}>
        {children}
      </div>
    </section>
  );
}

type MyPartProps = WorkoutItemPanelProps & {
  beginRef: Ref<HTMLButtonElement>;
};

function MyPart({ standing, isPrimary = true, isBeginning, beginRef, onBegin }: MyPartProps) {
  switch (standing) {
    case 'complete':
      return (
        <p className={styles.done}>
          <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
            <path
              d="m2.5 8.5 3.5 3.5 7.5-8"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
            />
          </svg>
          Complete
        </p>
      );
    case 'starting':
    case 'inProgress':
      return <p className={styles.rowing}>In progress</p>;
    case 'busyElsewhere':
      return <p className={styles.note}>Finish the workout you have begun first.</p>;
    case 'notBegun':
      return isBeginning ? null : (
        <Button
          ref={beginRef}
          size="touch"
          look={isPrimary ? 'primary' : 'plain'}
          onClick={() => onBegin(true)}
        >
          Begin
        </Button>
      );
  }
}
