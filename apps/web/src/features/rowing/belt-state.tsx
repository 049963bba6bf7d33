import { formatSilence } from '../../lib/format.ts';
import { useAtNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import type { HeartRateBelt } from '../erg/index.ts';
import styles from './connect-bar.module.css';

type Belt = NonNullable<HeartRateBelt['snapshot']>;
type BeltStateProps = { belt: Belt; onDisconnect: () => void };

/** What a chosen belt sends, or why it sends nothing. */
export function BeltState({ belt, onDisconnect }: BeltStateProps) {
  return (
    <>
      <p className={styles.state}>
        <Words belt={belt} />
      </p>
      {belt.isOffSkin && (
        <p className={styles.hint}>Moisten it, and put it on tighter. Until then it has no heart rate.</p>
      )}
      {belt.reconnecting && belt.problem !== null && <p className={styles.hint}>{belt.problem}</p>}
      <Button size="touch" onClick={onDisconnect}>
        Disconnect belt
      </Button>
    </>
  );
}

function Words({ belt }: { belt: Belt }) {
  const { silentSinceMs, state, reconnecting, isOffSkin, heartRateBpm } = belt;
  if (silentSinceMs !== null) return <Silence sinceMs={silentSinceMs} />;
  if (reconnecting) return 'Reconnecting to the belt…';
  if (state === 'connecting') return 'Connecting the belt…';
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
