import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './link-code.module.css';

type LinkCodeProps = {
  link: string;
  title: string;
  /** Shown below the code; the link by default. */
  text?: string;
};

/** Width of the light frame, in modules: ISO/IEC 18004 requires four, without which scanners don't find the code. */
const frame = 4;

/** Shows a link as a QR code, for phones beside the screen, and as text. */
export function LinkCode({ link, title, text = link }: LinkCodeProps) {
  const { size, data } = useMemo(() => encode(link, { ecc: 'M', border: frame }), [link]);
  return (
    <>
      {/* Scanners need dark on light, in every color mode. */}
      <svg
        role="img"
        width={220}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className={styles.code}
      >
        <title>{title}</title>
        <rect width={size} height={size} fill="#fff" />
        <path d={pathOf(data)} fill="#000" />
      </svg>
      <p className={styles.link}>{text}</p>
    </>
  );
}

/** Draws the dark modules, adjacent ones of a row as one. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      parts.push(`M${start} ${y}h${x + 1 - start}v1H${start}z`);
    }
  }
  return parts.join('');
}
