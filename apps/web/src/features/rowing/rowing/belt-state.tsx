import { formatSilence } from '../../../lib/format.ts';
import { useAtDeviceNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import type { HeartRateBelt } from '../erg/index.ts';
import styles from './connect-bar.module.css';

type Belt = NonNullable<HeartRateBelt['snapshot']>;
type BeltStateProps = { belt: Belt; onDisconnect: () => void };

/** The values of a chosen belt, or why it sends none. */
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
  const forText = useAtDeviceNow(
    (nowMs) => formatSilence(Math.max(2, Math.floor((nowMs - sinceMs) / 1000))),
    1_000,
  );
  return (
    <>
      Belt silent<span aria-hidden="true"> for {forText}</span>
    </>
  );
}
