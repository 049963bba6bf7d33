import { useRef } from 'react';
import { formatSilence } from '../../lib/format.ts';
import { useAtNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusOnChange } from '../../ui/focus/use-focus-on-change.ts';
import type { HeartRateBelt } from '../erg/index.ts';
import styles from './connect-bar.module.css';

type BeltBarProps = {
  belt: Omit<HeartRateBelt, 'connect'>;
  onConnect: () => void;
};

/** Connects a heart-rate belt beside the monitor, and shows what it sends. */
export function BeltBar({ belt, onConnect }: BeltBarProps) {
  const isOn = belt.state === 'connected' || belt.reconnecting || belt.silentSinceMs !== null;
  const barRef = useRef<HTMLElement>(null);
  const stateRef = useRef<HTMLParagraphElement>(null);
  useFocusOnChange(isOn, isOn ? stateRef : barRef);
  const isConnecting = belt.state === 'connecting';
  return (
    <section ref={barRef} tabIndex={-1} aria-label="Heart-rate belt" className={styles.bar}>
      {isOn ? (
        <>
          <p ref={stateRef} tabIndex={-1} className={styles.state}>
            <BeltState belt={belt} />
          </p>
          {belt.isOffSkin && (
            <p className={styles.hint}>Moisten it, and put it on tighter. Until then it has no heart rate.</p>
          )}
          {belt.reconnecting && belt.problem !== null && <p className={styles.hint}>{belt.problem}</p>}
          <Button size="touch" onClick={belt.disconnect}>
            Disconnect belt
          </Button>
        </>
      ) : (
        <>
          <Button size="touch" isBusy={isConnecting} onClick={onConnect}>
            {isConnecting ? 'Connecting belt' : 'Connect heart-rate belt'}
          </Button>
          <p className={styles.hint}>
            Put it on first: most belts wake on the skin. Where the monitor has your heart rate, its own
            counts.
          </p>
        </>
      )}
    </section>
  );
}

function BeltState({ belt }: Pick<BeltBarProps, 'belt'>) {
  const { silentSinceMs, state, reconnecting, isOffSkin, heartRateBpm } = belt;
  if (silentSinceMs !== null) return <Silence sinceMs={silentSinceMs} />;
  if (reconnecting && state !== 'connected') return 'Reconnecting to the belt…';
  if (isOffSkin) return 'Belt without skin contact';
  return `Belt connected: ${heartRateBpm === null ? '–' : `${heartRateBpm} bpm`}`;
}

function Silence({ sinceMs }: { sinceMs: number }) {
  const forText = useAtNow(
    (nowMs) => formatSilence(Math.max(2, Math.floor((nowMs - sinceMs) / 1000))),
    1_000,
  );
  return (
    <>
      Belt silent<span aria-hidden="true"> for {forText}</span>
    </>
  );
}
