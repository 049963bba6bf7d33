import { useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import { useAfterPress } from '../../../../lib/timing/press-shown.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import { Instructions, type ErgSetup } from '../instructions/instructions.tsx';
import styles from './workout-item-panel.module.css';

/**
 * The viewer's state of this workout item: not begun, starting until the server has it, in progress, complete, or busy with
 * another item, because only one activity can be in progress.
 */
export type ItemStanding = 'notBegun' | 'starting' | 'inProgress' | 'complete' | 'busyElsewhere';

/** The instructions, from which the athlete begins the item. */
type Instructed = {
  isOpen: boolean;
  /** The coach has opened them: they don't take the focus from the athlete's action. */
  isByCoach?: boolean;
  /** The look of Begin, which opens them: the primary action of the page for the next item. */
  look?: 'primary' | 'plain' | 'quiet';
  /** Called when the athlete opens or closes them. */
  onOpen: (isOpen: boolean) => void;
  /** Behind the buttons of the instructions. */
  extra?: ReactNode;
};

type WorkoutItemPanelProps = {
  /** The target of links to the item. */
  id?: string;
  /** The item's text: `4 x 500 m / 2:00 rest`. */
  workout: string;
  standing: ItemStanding;
  /** `noSignal`: athletes in progress whose values have stopped. */
  counts: { active: number; noSignal?: number; complete: number };
  /** Open unless the viewer chooses otherwise; a change overrules the viewer's earlier choice. */
  isOpen?: boolean;
  instructions: Instructed;
  setup: ErgSetup;
  /** The item's result in a line, for the folded panel. */
  summary?: string | null;
  /** The athletes who are ready, and the common start: remains while a start is set, even when the panel is folded. */
  start?: { isSet: boolean; part: ReactNode };
  /** The viewer coaches: athletes who row it, or results, come first, and everything that begins something is folded. */
  isCoached?: boolean;
  /** The item's tables. */
  children: ReactNode;
};

/** From this many characters on, a text is a sentence, and too long for large letters. */
const longText = 60;

export function WorkoutItemPanel(props: WorkoutItemPanelProps) {
  const { id, workout, standing, counts, isOpen = true, instructions, setup, start, children } = props;
  const { isCoached = false } = props;
  const [areActionsOpen, setAreActionsOpen] = useState(false);
  const isBeginning = instructions.isOpen;
  const [byHand, setByHand] = useState<{ isExpanded: boolean; insteadOf: boolean } | null>(null);
  const isExpanded = byHand?.insteadOf === isOpen ? byHand.isExpanded : isOpen;
  // The button responds first: a room has results and plots below it.
  const isShown = useAfterPress(isExpanded);
  const bodyId = useId();
  const actionsId = useId();
  const beginRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(isBeginning, beginRef);

  return (
    <section
      id={id}
      className={styles.panel}
      data-standing={standing}
      data-folded={!isShown}
      data-coached={isCoached}
      data-long={workout.length > longText}
      aria-label={formatWorkout(workout)}
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
            {formatWorkout(workout)}
          </button>
        </h2>
        {!isShown && props.summary != null && <p className={styles.summary}>{props.summary}</p>}
        <Counts {...counts} />
        {isCoached ? (
          <button
            type="button"
            className={styles.actions}
            aria-expanded={areActionsOpen}
            aria-controls={actionsId}
            onClick={() => setAreActionsOpen(!areActionsOpen)}
          >
            Actions
          </button>
        ) : (
          <MyPart {...{ standing, instructions, beginRef }} />
        )}
      </header>
      {isBeginning && standing === 'notBegun' && (
        <Instructions
          {...{ workout, setup }}
          takesFocus={instructions.isByCoach !== true}
          onCancel={() => instructions.onOpen(false)}
          extra={instructions.extra}
        />
      )}
      {(start !== undefined || isCoached) && (
        <div
          id={actionsId}
          hidden={isCoached ? !areActionsOpen : !isShown && start?.isSet !== true}
          className={styles.body}
        >
          {isCoached && (
            <div className={styles.own}>
              <MyPart {...{ standing, instructions, beginRef }} />
            </div>
          )}
          {start?.part}
        </div>
      )}
      <div id={bodyId} hidden={!isShown} className={styles.body}>
        {children}
      </div>
    </section>
  );
}

function Counts({ active, noSignal = 0, complete }: WorkoutItemPanelProps['counts']) {
  return (
    <dl className={styles.counts} data-empty={active + noSignal + complete === 0}>
      <div>
        <dd>{active}</dd>
        <dt>Active</dt>
      </div>
      {noSignal > 0 && (
        <div>
          <dd>{noSignal}</dd>
          <dt>No signal</dt>
        </div>
      )}
      <div>
        <dd>{complete}</dd>
        <dt>Complete</dt>
      </div>
    </dl>
  );
}

type MyPartProps = {
  standing: ItemStanding;
  instructions: Instructed;
  beginRef: Ref<HTMLButtonElement>;
};

function MyPart({ standing, instructions: { isOpen, look = 'primary', onOpen }, beginRef }: MyPartProps) {
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
      return isOpen ? null : (
        <Button ref={beginRef} size="touch" look={look} onClick={() => onOpen(true)}>
          Begin
        </Button>
      );
  }
}
