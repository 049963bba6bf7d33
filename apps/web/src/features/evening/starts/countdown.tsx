import type { Start } from '@boathouse/contract/sessions/starts';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { formatWorkout } from '../../../lib/format.ts';
import type { ServerClock } from '../../../lib/server/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { spokenAt, type Count } from './count.ts';
import styles from './countdown.module.css';
import { startSound } from './start-sound.ts';
import { useCount } from './use-count.ts';
import { useIsRowing } from './use-is-rowing.ts';

type CountdownProps = {
  clock: ServerClock;
  start: Start;
  /** The item's text. */
  workout: string;
  /** The viewer has begun the item, so the page shows only their erg. */
  isBegun: boolean;
  /** The viewer's next step before GO, in a sentence; null for a viewer who does not row the item. */
  advice: string | null;
  /** The athletes who are ready. */
  children: ReactNode;
  /** Buttons of size `touch`. */
  actions: ReactNode;
};

/** An error of the clock that could be noticed. */
const noticeableMs = 100;

/**
 * Counts down to the start of an item on this page: over the whole page, or in a line that covers no rower's values.
 */
export function Countdown({ start, isBegun, ...rest }: CountdownProps) {
  const startAtMs = Date.parse(start.startAt);
  const count = useCount(rest.clock, startAtMs);
  const isRowing = useIsRowing();
  const [hiddenStart, setHiddenStart] = useState<string | null>(null);
  const isOpen = count !== null;
  useEffect(() => (isOpen ? startSound.open() : undefined), [isOpen]);
  useEffect(() => {
    if (typeof count === 'number') startSound.play(count);
  }, [count]);
  // GO is hidden from an athlete who is rowing: their own values matter from the first stroke on.
  if (count === null || (isRowing && count === 0)) return null;
  const isHidden = hiddenStart === start.startAt;
  return isRowing || isHidden ? (
    <Line
      count={count}
      workout={rest.workout}
      onShow={isRowing || isBegun ? null : () => setHiddenStart(null)}
    />
  ) : (
    <Cover {...rest} count={count} onHide={() => setHiddenStart(start.startAt)} />
  );
}

type CoverProps = Omit<CountdownProps, 'start' | 'isBegun'> & {
  count: Exclude<Count, null>;
  onHide: () => void;
};

function Cover({ clock, count, workout, advice, children, actions, onHide }: CoverProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const errorMs = useSyncExternalStore(clock.subscribe, () => noticeable(clock.errorMs()));
  const isGo = count === 0;

  // In a layout effect, because a dialog restores the focus only while it is still in the page.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    // Not a button: a held key would press it.
    dialog?.focus();
    return () => dialog?.close();
  }, []);

  // Not inside the item, which may be folded.
  return createPortal(
    <dialog
      ref={dialogRef}
      tabIndex={-1}
      className={styles.cover}
      data-go={isGo}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onHide();
      }}
      onClose={(event) => {
        // A browser closes the dialog without a cancel event when Escape is pressed twice.
        if (!event.currentTarget.open) onHide();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        Start together <span>{formatWorkout(workout)}</span>
      </h2>
      <p className={styles.count} aria-hidden="true">
        {count === 'unknown' ? '…' : isGo ? 'GO' : count}
      </p>
      <Spoken count={count} />
      <div className={styles.side}>
        {advice !== null && !isGo && <p className={styles.advice}>{advice}</p>}
        {!isGo && children}
        {errorMs !== null && (
          <p className={styles.error}>
            Slow connection: this count may be up to {(errorMs / 1000).toFixed(1)} s off.
          </p>
        )}
        <div className={styles.actions}>
          {!isGo && actions}
          <SoundButton />
          <Button size="touch" look="quiet" onClick={onHide}>
            Hide
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

/** Returns the error in tenths of a second, so that it rarely changes; null if it is too small to matter. */
function noticeable(errorMs: number | null): number | null {
  return errorMs === null || errorMs < noticeableMs ? null : Math.ceil(errorMs / 100) * 100;
}

type LineProps = { count: Exclude<Count, null>; workout: string; onShow: (() => void) | null };

function Line({ count, workout, onShow }: LineProps) {
  return createPortal(
    <section
      aria-label="Start together"
      className={styles.line}
      data-go={count === 0}
      data-small={onShow === null}
    >
      <p aria-hidden="true">
        {formatWorkout(workout)} <b>{count === 'unknown' ? '…' : count === 0 ? 'GO' : count}</b>
      </p>
      <Spoken count={count} />
      {onShow !== null && count !== 0 && (
        <Button size="touch" onClick={onShow}>
          Show
        </Button>
      )}
    </section>,
    document.body,
  );
}

/** Announces the count to screen readers, after they have read the previous text. */
function Spoken({ count }: { count: Count }) {
  const [words, setWords] = useState('');
  const isFirst = useRef(true);
  useEffect(() => {
    const next = spokenAt(count, isFirst.current);
    if (next === null) return;
    isFirst.current = false;
    setWords(next);
  }, [count]);
  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}

function SoundButton() {
  const state = useSyncExternalStore(startSound.subscribe, startSound.getState);
  return (
    <Button size="touch" look="quiet" onClick={() => startSound.setMuted(state === 'on')}>
      {state === 'on' ? 'Sound off' : 'Sound on'}
    </Button>
  );
}
