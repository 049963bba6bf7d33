import styles from './lane-field.module.css';

const laneHeight = 100;

/** Seconds to cross the field, seconds per stroke, and position without motion (0 to 1 of the field). */
const boats = [
  { crossSec: 58, strokeSec: 2.7, place: 0.44 },
  { crossSec: 52, strokeSec: 2.3, place: 0.71 },
  { crossSec: 55, strokeSec: 2.5, place: 0.58 },
  { crossSec: 60, strokeSec: 2.9, place: 0.33 },
  { crossSec: 54, strokeSec: 2.4, place: 0.66 },
  { crossSec: 57, strokeSec: 2.6, place: 0.51 },
];

const width = 1200;
const height = laneHeight * boats.length;

/** Six lanes from above with a single scull in each. Decorative: moves slowly, and not at all with reduced motion. */
export function LaneField() {
  return (
    <svg
      className={styles.field}
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
              transform: `translateX(${boat.place * width}px)`,
              animationDuration: `${boat.crossSec}s`,
              animationDelay: `${-boat.place * boat.crossSec}s`,
            }}
          >
            <g className={styles.surge} style={{ animationDuration: `${boat.strokeSec}s` }}>
              <Scull strokeSec={boat.strokeSec} />
            </g>
          </g>
        </g>
      ))}
    </svg>
  );
}

/** A single scull; its bow points to the right. */
function Scull({ strokeSec }: { strokeSec: number }) {
  const stroke = { animationDuration: `${strokeSec}s` };
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
