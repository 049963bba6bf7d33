import styles from './lane-field.module.css';

const laneHeight = 100;

/** Movement that starts by itself may last 5 s without a button to stop it (WCAG 2.2.2): two strokes, then rest. */
const strokes = 2;

/** Seconds per stroke, and position at rest (0 to 1 of the field). */
const boats = [
  { strokeSec: 2.4, place: 0.44 },
  { strokeSec: 2.2, place: 0.71 },
  { strokeSec: 2.35, place: 0.58 },
  { strokeSec: 2.5, place: 0.33 },
  { strokeSec: 2.3, place: 0.66 },
  { strokeSec: 2.45, place: 0.51 },
];

/** FNV-1a in 32 bits: equal texts give equal numbers, similar ones very different numbers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The waters of `lane-field.module.css`. */
const waters = 7;

/** From a sixth to five sixths of the field, so that each boat is completely on it. */
function placesOf(seed: string): number[] {
  return boats.map((_, lane) => 1 / 6 + ((hashOf(`${lane} ${seed}`) % 1_000) / 1_000) * (2 / 3));
}

const width = 1200;
const height = laneHeight * boats.length;

/**
 * Six lanes from above with a single scull in each. Decorative. A `seed` moves the boats and changes the water. If
 * `isRowing`, they row two strokes, and none with reduced motion: only for a page without another task, because this
 * takes much processor time.
 */
export function LaneField({ seed, isRowing = false }: { seed?: string; isRowing?: boolean }) {
  const places = seed === undefined ? boats.map(({ place }) => place) : placesOf(seed);
  const water = seed === undefined ? 0 : hashOf(seed) % waters;
  return (
    <svg
      className={styles.field}
      data-water={water}
      data-rowing={isRowing}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {boats.slice(1).map((boat, lane) => (
        <line
          key={boat.place}
          className={styles.buoys}
          x1={-12}
          x2={width + 12}
          y1={(lane + 1) * laneHeight}
          y2={(lane + 1) * laneHeight}
        />
      ))}
      {boats.map((boat, lane) => (
        <g key={boat.place} transform={`translate(0 ${(lane + 0.5) * laneHeight})`}>
          <g
            className={styles.drift}
            style={{
              transform: `translateX(${(places[lane] ?? boat.place) * width}px)`,
              animationDuration: `${strokes * boat.strokeSec}s`,
            }}
          >
            <g className={styles.surge} style={rhythmOf(boat.strokeSec)}>
              <Scull strokeSec={boat.strokeSec} />
            </g>
          </g>
        </g>
      ))}
    </svg>
  );
}

const rhythmOf = (strokeSec: number) => ({
  animationDuration: `${strokeSec}s`,
  animationIterationCount: strokes,
});

/** A single scull; its bow points to the right. */
function Scull({ strokeSec }: { strokeSec: number }) {
  const stroke = rhythmOf(strokeSec);
  return (
    <>
      <path className={styles.wake} d="M-74 0C-130-2-190-9-260-20M-74 0c-56 2-116 9-186 20" />
      <g transform="translate(-4 -9)">
        <path className={styles.port} style={stroke} d="M0 4V-30M-3.5-30h7v-13h-7z" />
      </g>
      <g transform="translate(-4 9)">
        <path className={styles.starboard} style={stroke} d="M0-4V30M-3.5 30h7v13h-7z" />
      </g>
      <path className={styles.hull} d="M-78 0C-40-7.5 40-7.5 78 0 40 7.5-40 7.5-78 0Z" />
      <path className={styles.deck} d="M-22-3.4C-8-5 10-5 22-3.2v6.4C10 5-8 5-22 3.4Z" />
      <circle className={styles.rower} cx="-1" r="4.6" />
    </>
  );
}
