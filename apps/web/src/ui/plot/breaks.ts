/** A part of the x axis, from and to. */
export type Range = readonly [number, number];

type Series = {
  values: readonly (number | null)[];
  /** All series except bars are joined across an unknown value. */
  kind: 'line' | 'faint' | 'dashes' | 'dots' | 'steps' | 'bars';
  /** Places where a line breaks. */
  breaks?: readonly Range[] | undefined;
};

/**
 * Returns x and the values of each series for uPlot: a null breaks a line, and an undefined value is joined across.
 * Lines break at both ends of a break, where points without a value are added.
 */
export function broken(
  x: readonly number[],
  series: readonly Series[],
): { x: number[]; values: (number | null | undefined)[][] } {
  const edges = new Set(series.flatMap(({ breaks = [] }) => breaks));
  const points = [
    // At the same position the value before a break is left of it, and the value after it is right of it.
    ...x.map((at, index) => ({ at, index, side: 0 })),
    ...[...edges].flatMap(([from, to]) => [
      { at: from, index: null, side: 1 },
      { at: to, index: null, side: -1 },
    ]),
  ].toSorted((one, other) => one.at - other.at || one.side - other.side);
  return {
    x: points.map(({ at }) => at),
    values: series.map(({ values, kind, breaks = [] }) => {
      const unknown = kind === 'bars' ? null : undefined;
      return points.map(({ at, index }) => {
        const isBroken = breaks.some(([from, to]) =>
          index === null ? at >= from && at <= to : at > from && at < to,
        );
        return isBroken ? null : index === null ? undefined : (values[index] ?? unknown);
      });
    }),
  };
}
