import { memo, useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { broken, type Range } from './breaks.ts';
import { whenFirstSeen } from './first-drawing.ts';
import styles from './plot.module.css';
import type { Tick } from './ticks.ts';

export type PlotSeries = {
  /** One value for each x; a line is joined across a null. */
  values: readonly (number | null)[];
  /** Places where a line is not joined, because there are no values at all. */
  breaks?: readonly Range[];
  /** The CSS custom property of its color. */
  color: `--${string}`;
  /** `faint` is a thin line in a light tone, behind another one. Steps keep a value until the next one. */
  kind: 'line' | 'faint' | 'dashes' | 'dots' | 'steps' | 'bars';
  /** Whether the cursor has no dot on it. */
  isWithoutDot?: boolean;
  /** The value down to which a line is filled; absent: the foot of the plot. */
  foot?: number;
};

type Drawing = {
  /** Ascending. */
  x: readonly number[];
  xRange: readonly [number, number];
  yRange: readonly [number, number];
  /** Draws lower values higher, such as a faster pace. */
  isReversed?: boolean;
  series: readonly PlotSeries[];
};

type PlotProps = Drawing & {
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  /** Vertical lines, such as the end of an interval. */
  marks?: readonly number[];
  /** Parts without values, which are shaded. */
  shades?: readonly Range[];
  /** Index in `x`, with a line, or a band of the width of a step. */
  cursor: number | null;
  cursorKind?: 'line' | 'band';
  onCursor: (index: number | null) => void;
  /** Opens the item of a value: with a press at the cursor's place, so that a finger sees the tip first. */
  onOpen?: (index: number) => void;
  /** Shown at the cursor. */
  tip?: ReactNode;
};

/** Drawn by uPlot; grid, labels and cursor are elements, so that they follow the theme and the text size. */
export function Plot(props: PlotProps) {
  const {
    x,
    xRange,
    yRange,
    isReversed = false,
    series,
    xTicks,
    yTicks,
    marks = [],
    shades = [],
    cursor,
    onCursor,
    onOpen,
  } = props;
  const pressedRef = useRef<number | null>(null);
  const leftOf = (value: number) => percent((value - xRange[0]) / (xRange[1] - xRange[0]));
  const topOf = (value: number) => {
    const share = (value - yRange[0]) / (yRange[1] - yRange[0]);
    return percent(isReversed ? share : 1 - share);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width === 0) return;
    onCursor(nearest(x, xRange[0] + ((event.clientX - left) / width) * (xRange[1] - xRange[0])));
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    pressedRef.current = cursor;
    move(event);
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (event.button === 0 && cursor !== null && pressedRef.current === cursor) onOpen?.(cursor);
  };
  const at = cursor === null ? undefined : x[cursor];
  return (
    // Time goes to the right in every language.
    <div className={styles.plot} dir="ltr">
      <div className={styles.labels} data-axis="y" aria-hidden="true">
        {yTicks.map((tick) => (
          <span key={tick.at} style={{ top: topOf(tick.at) }}>
            {tick.text}
          </span>
        ))}
      </div>
      <div
        className={styles.field}
        data-opens={onOpen !== undefined}
        onPointerMove={move}
        onPointerDown={press}
        onPointerUp={release}
      >
        {shades.map(([from, to]) => (
          <span
            key={from}
            className={styles.shade}
            style={{ left: leftOf(from), width: percent((to - from) / (xRange[1] - xRange[0])) }}
          />
        ))}
        {yTicks.map((tick) => (
          <span key={tick.at} className={styles.grid} style={{ top: topOf(tick.at) }} />
        ))}
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ left: leftOf(mark) }} />
        ))}
        {at !== undefined && props.cursorKind === 'band' && (
          <span
            className={styles.band}
            style={{ left: leftOf(at - 0.5), width: percent(1 / (xRange[1] - xRange[0])) }}
          />
        )}
        <Canvas x={x} xRange={xRange} yRange={yRange} isReversed={isReversed} series={series} />
        {at !== undefined && props.cursorKind !== 'band' && (
          <>
            <span className={styles.line} style={{ left: leftOf(at) }} />
            {series.map(({ values, color, isWithoutDot = false }, index) => {
              const value = cursor === null || isWithoutDot ? null : (values[cursor] ?? null);
              return value === null ? null : (
                <span
                  key={index}
                  className={styles.dot}
                  style={{ left: leftOf(at), top: topOf(value), background: `var(${color})` }}
                />
              );
            })}
          </>
        )}
        {at !== undefined && props.tip !== undefined && (
          // The tooltip is left of the cursor at the right end and right of it at the left end, so that it stays on the
          // page.
          <div className={styles.tip} style={{ left: leftOf(at), transform: `translateX(-${leftOf(at)})` }}>
            {props.tip}
          </div>
        )}
      </div>
      <div className={styles.labels} data-axis="x" aria-hidden="true">
        {xTicks.map((tick) => (
          <span
            key={tick.at}
            // The last of 30 days is not at the end: a label moved to the left would cover the previous one.
            data-end={tick.at > xRange[0] + 0.99 * (xRange[1] - xRange[0])}
            style={{ left: leftOf(tick.at) }}
          >
            {tick.text}
          </span>
        ))}
      </div>
    </div>
  );
}

const percent = (share: number) => `${Math.round(share * 100_000) / 1_000}%`;

/** Returns the index of the value nearest to `wanted` in ascending values. */
function nearest(values: readonly number[], wanted: number): number | null {
  let [low, high] = [0, values.length - 1];
  if (high < 0) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  return wanted - (values[low] ?? 0) <= (values[high] ?? 0) - wanted ? low : high;
}

/** Memoised: moving the cursor draws nothing again. */
const Canvas = memo(function Canvas({ x, xRange, yRange, isReversed = false, series }: Drawing) {
  const placeRef = useRef<HTMLDivElement>(null);
  const isSeenRef = useRef(false);
  useEffect(() => {
    const place = placeRef.current;
    if (place === null) return undefined;
    const lowest = isReversed ? yRange[1] : yRange[0];
    const lines = broken(x, series);
    const data: uPlot.AlignedData = [lines.x, ...lines.values];
    const options = {
      padding: [0, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      scales: {
        x: { time: false, range: [...xRange] },
        y: { range: [...yRange], dir: isReversed ? -1 : 1 },
      },
      series: [{}, ...series.map((each, index) => drawn(lowest, each, index, series.length))],
    } satisfies Partial<uPlot.Options>;
    let plot: uPlot | null = null;
    const fit = () => {
      if (!isSeenRef.current) return;
      const { width, height } = place.getBoundingClientRect();
      // An element without layout is drawn once it has one.
      if (width === 0 || height === 0) return;
      if (plot === null) plot = new uPlot({ ...options, width, height }, data, place);
      else if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
    };
    // New values of a visible plot are drawn at once, so that it is never empty.
    fit();
    const cancel = isSeenRef.current
      ? undefined
      : whenFirstSeen(place, () => {
          isSeenRef.current = true;
          fit();
        });
    const sizes = new ResizeObserver(fit);
    sizes.observe(place);
    // The root's attributes choose the theme. uPlot reads its colors when it draws, those of bars when it builds their
    // paths.
    const themes = new MutationObserver(() => plot?.redraw());
    themes.observe(document.documentElement, { attributeFilter: ['data-mode', 'data-tint'] });
    return () => {
      cancel?.();
      sizes.disconnect();
      themes.disconnect();
      plot?.destroy();
    };
  }, [x, xRange, yRange, isReversed, series]);
  return <div ref={placeRef} className={styles.canvas} />;
});

const lineWidthPx = 2;
const dotSizePx = 8;
const barWidthMaxPx = 44;
/** Share of a step that its bars fill. */
const barShare = 0.78;

function drawn(
  lowest: number,
  { color, kind, foot = lowest }: PlotSeries,
  index: number,
  count: number,
): uPlot.Series {
  // As a computed color: a canvas accepts no variable, and reads the name of a system color in its own way.
  const stroke = ({ root }: uPlot) => {
    root.style.color = `var(${color})`;
    return getComputedStyle(root).color;
  };
  if (kind === 'bars') {
    const bars = uPlot.paths.bars?.({
      size: [barShare / count, barWidthMaxPx],
      radius: [0.12, 0],
      align: count === 1 ? 0 : index === 0 ? -1 : 1,
      gap: count === 1 ? 0 : 2,
    });
    return {
      stroke,
      // The second of two is an outline, so that they differ not only in color.
      fill: (plot) => (index === 0 ? stroke(plot) : faint(stroke(plot), 0.25)),
      width: index === 0 ? 0 : 1.5,
      points: { show: false },
      ...(bars && { paths: bars }),
    };
  }
  if (kind === 'faint') {
    return { stroke: (plot) => faint(stroke(plot), 0.3), width: 1, points: { show: false } };
  }
  const steps = kind === 'steps' ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    stroke,
    width: lineWidthPx,
    ...(kind === 'dashes' && { dash: [5, 4] }),
    ...(steps && { paths: steps }),
    ...(kind === 'line' && { fill: (plot) => faint(stroke(plot), 0.08) }),
    fillTo: foot,
    points: { show: kind === 'dots', size: dotSizePx, width: 0, fill: stroke },
  };
}

/** Makes a computed color, `rgb(13, 82, 124)`, transparent. */
const faint = (color: string, share: number) => color.replace(/^rgb\((.*)\)$/, `rgba($1, ${share})`);

type PlotKeysProps = {
  /** A description of the plot, and how to move the cursor. */
  label: string;
  /** Positions of the cursor. */
  count: number;
  cursor: number | null;
  onCursor: (index: number | null) => void;
  /** Opens the item of the value at the cursor. */
  onOpen?: (index: number) => void;
  className?: string | undefined;
  children: ReactNode;
};

/** One tab stop around plots that share a cursor: arrow keys move by one, Page Up and Down by a tenth; Enter opens. */
export function PlotKeys({ label, count, cursor, onCursor, onOpen, className, children }: PlotKeysProps) {
  function onKeyDown(event: KeyboardEvent) {
    const last = count - 1;
    const jump = Math.max(1, Math.round(count / 10));
    const from = cursor ?? 0;
    const moves: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowLeft: from - 1,
      PageUp: from + jump,
      PageDown: from - jump,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (event.key === 'Escape') onCursor(null);
    if (event.key === 'Enter' && cursor !== null) onOpen?.(cursor);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onCursor(Math.min(last, Math.max(0, to)));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles its keys
    <div
      role="application"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      className={`${styles.keys} ${className ?? ''}`}
      onKeyDown={onKeyDown}
      onFocus={() => cursor === null && count > 0 && onCursor(0)}
      onBlur={() => onCursor(null)}
      onPointerLeave={({ currentTarget }) => {
        if (document.activeElement !== currentTarget) onCursor(null);
      }}
    >
      {children}
    </div>
  );
}
