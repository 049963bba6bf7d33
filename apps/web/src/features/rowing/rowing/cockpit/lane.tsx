import styles from './lane.module.css';

/**
 * The boat's position on its lane: its bow is at the rowed share, and the fill ends with it. It jumps with each value,
 * by a pixel or two: a transition would repaint the page continuously for the whole row.
 */
export function Lane({ share }: { share: number }) {
  const shown = Math.min(1, Math.max(0, share));
  return (
    <div
      role="progressbar"
      aria-label="Rowed"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 100)}
      className={styles.water}
    >
      <div className={styles.run} style={{ transform: `translateX(${(shown * 100 - 100).toFixed(2)}%)` }}>
        <svg viewBox="0 0 48 12" aria-hidden="true" className={styles.boat}>
          <path d="M0 6C12 .5 36 .5 48 6 36 11.5 12 11.5 0 6Z" />
        </svg>
      </div>
    </div>
  );
}
