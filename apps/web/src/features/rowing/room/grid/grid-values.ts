import type { ListedActivity } from '@boathouse/contract/activities';
import type { ergOf, LiveSample, RowPhase } from '@boathouse/contract/live';
import { formatPaceOn, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance, formatSilence } from '../../../../lib/format.ts';
import { wordOfWaiting } from '../readiness.ts';
import type { RoomRow, RoomStanding } from '../room-view.ts';

/** The columns of the grid, in their order on the page. */
export const gridColumns = [
  'rank',
  'name',
  'connection',
  'distance',
  'time',
  'left',
  'pace',
  'average',
  'rate',
  'heartRate',
  'power',
  'gap',
  'finish',
  'piece',
  'split',
  'target',
  'drag',
  'unsent',
] as const;
export type GridColumn = (typeof gridColumns)[number];

type GridCell = {
  /** Empty without a value. */
  text: string;
  /** Values without an order come last. */
  order: number | string | null;
};

/** The content of one athlete's row; changes its identity only with the content. */
export type GridRow = {
  activity: ListedActivity;
  cells: Record<GridColumn, GridCell>;
  isStale: boolean;
  /** Whether the state is not rowing. */
  isUnusual: boolean;
  isSimulated: boolean;
  /** The athlete's workout, if the item has another one now; otherwise null. */
  otherWorkout: string | null;
};

/** The athlete's values for a row. */
export type GridRower = Pick<
  RoomRow<ListedActivity>,
  'activity' | 'sample' | 'silence' | 'waiting' | 'other' | 'ageSec'
>;
type GridStanding = Omit<RoomStanding, 'rower'>;

const phaseWords: Record<Exclude<RowPhase, 'waiting'>, string> = {
  rowing: 'Rowing',
  resting: 'Resting',
  paused: 'Paused',
  ending: 'Finishing',
  finished: 'Finished',
};
const phaseOrder: Record<RowPhase, number> = {
  rowing: 0,
  resting: 1,
  paused: 2,
  ending: 3,
  finished: 4,
  waiting: 5,
};

/** One or two strokes are usually not yet on the server. */
const unsentUsual = 2;

type Signal = {
  /** Whole minutes of silence by the server's time, once the activity is stale. */
  staleMinutes: number | null;
  /** Whether the athlete has no page in the room. */
  isAway: boolean;
  /** The erg of the athlete's page; null while unknown. */
  erg: ReturnType<typeof ergOf> | null;
};

const silenceWords = { sending: 'No signal', silent: 'Monitor silent', none: 'No erg' } as const;

function connectionOf(rower: GridRower, signal: Signal): { cell: GridCell; isStale: boolean } {
  const silence = signal.staleMinutes === null ? rower.silence : signal.staleMinutes * 60;
  if (silence === null) {
    const phase = rower.waiting === null ? (rower.sample?.phase ?? 'waiting') : 'waiting';
    const text = phase === 'waiting' ? wordOfWaiting(rower.waiting) : phaseWords[phase];
    return { cell: { text, order: phaseOrder[phase] }, isStale: rower.ageSec > 0 };
  }
  if (silence === 'loading') return { cell: nothing, isStale: false };
  const isTimed = typeof silence === 'number';
  const word = signal.erg === null ? 'No signal' : silenceWords[signal.erg];
  const [left, silent] = isTimed
    ? [`Left ${formatSilence(silence)} ago`, `${word} for ${formatSilence(silence)}`]
    : ['Left', word];
  return {
    cell: {
      text: signal.isAway ? left : silent,
      order: 10 + (isTimed ? silence : 0),
    },
    isStale: true,
  };
}

const nothing: GridCell = { text: '', order: null };
const cell = (value: number | null | undefined, text: (value: number) => string): GridCell =>
  value === null || value === undefined ? nothing : { text: text(value), order: value };
/** The cell of a value that has a column on each machine: a dash if it sends none. */
const dashed = (value: number | null, text: (value: number) => string): GridCell =>
  value === null ? { text: '–', order: null } : cell(value, text);
/** Ordered by machine, because athletes are ranked only within one. */
function rankCell(standing: GridStanding | undefined): GridCell {
  if (standing === undefined || standing.rank === null) return nothing;
  return { text: String(standing.rank), order: standing.place };
}

const digits = (value: number) => String(value);

function leftOf(left: LiveSample['left']): GridCell {
  switch (left?.kind) {
    case undefined:
      return nothing;
    case 'distance':
      return { text: formatDistance(left.value), order: left.value };
    case 'calories':
      return { text: `${left.value} cal`, order: left.value };
    case 'rest':
      return { text: `rest ${clock(left.value)}`, order: left.value };
    case 'time':
      return { text: clock(left.value), order: left.value };
  }
}

/** Whole seconds: `1:40`. */
const clock = (sec: number) => formatDuration(Math.round(sec)).replace(/\.0$/, '');

function gapOf(standing: GridStanding | undefined): GridCell {
  if (standing === undefined || standing.rank === null) return nothing;
  if (standing.gapToLeader === null) return standing.rank === 1 ? { text: 'leads', order: 0 } : nothing;
  const { gapToLeader: gap, unit } = standing;
  if (unit === 'seconds') return { text: `+${gap.toFixed(1)} s`, order: gap };
  const whole = Math.round(gap);
  return { text: unit === 'meters' ? `+${formatDistance(whole)}` : `+${whole} cal`, order: gap };
}

/** The monitor's projection of a single piece, otherwise the finish at the average pace. */
function finishOf(sample: LiveSample | undefined, standing: GridStanding | undefined): GridCell {
  const projected = sample?.interval === undefined ? sample?.projected : undefined;
  if (projected) return finishCell(projected.kind, projected.value);
  const finish = standing?.finish;
  if (!finish) return nothing;
  return finish.kind === 'time'
    ? finishCell('time', finish.elapsedSec)
    : finishCell('distance', finish.distanceM);
}

const finishCell = (kind: 'time' | 'distance', value: number): GridCell => ({
  text: kind === 'time' ? formatDuration(value) : formatDistance(value),
  order: value,
});

/** Signs and words besides the color. */
const targetCell = (isKept: boolean | undefined): GridCell =>
  isKept === undefined ? nothing : { text: isKept ? '✓ kept' : '✗ off', order: isKept ? 1 : 0 };

/** Returns one athlete's row: the newest sample, or before the first one the server's stored values. */
export function gridRowOf(
  rower: GridRower,
  signal: Signal,
  standing: GridStanding | undefined,
  /** The number of pieces in the athlete's workout. */
  pieceCount: number,
): GridRow {
  const { activity, sample } = rower;
  const figures = sample ?? activity;
  const { cell: connection, isStale } = connectionOf(rower, signal);
  const unsent = sample?.unsent ?? 0;
  const pace = (paceSec: number) => formatPaceOn(activity.machine, paceSec);
  const drag = sample?.dragFactor ?? (activity.dragFactor > 0 ? activity.dragFactor : null);
  const of = (index: number) => (pieceCount >= index ? `${index} of ${pieceCount}` : String(index));
  return {
    activity,
    isStale,
    isUnusual: connection.order !== null && connection.order !== phaseOrder.rowing,
    isSimulated: figures.isSimulated,
    otherWorkout: rower.other === null ? null : activity.workout,
    cells: {
      rank: rankCell(standing),
      name: { text: activity.user.displayName, order: activity.user.displayName },
      connection,
      distance: dashed(knownMeters(figures.distance, figures.elapsedTime), formatDistance),
      time: cell(figures.elapsedTime, formatDuration),
      left: leftOf(sample?.left),
      pace: cell(figures.currentPace, pace),
      average: cell(figures.averagePace, pace),
      rate: dashed(figures.strokeRate || null, digits),
      heartRate: cell(figures.heartRate, digits),
      power: cell(sample?.power, digits),
      gap: gapOf(standing),
      finish: finishOf(sample, standing),
      piece: cell(sample?.interval, of),
      split: cell(sample?.lastSplit?.pace, pace),
      target: targetCell(sample?.inTarget),
      drag: cell(drag, digits),
      unsent: cell(unsent > unsentUsual ? unsent : null, digits),
    },
  };
}

export function isSameRow(one: GridRow, other: GridRow): boolean {
  return (
    one.activity === other.activity &&
    one.isStale === other.isStale &&
    one.isSimulated === other.isSimulated &&
    one.otherWorkout === other.otherWorkout &&
    gridColumns.every((column) => one.cells[column].text === other.cells[column].text)
  );
}

export type GridSort = { column: GridColumn; direction: 'ascending' | 'descending' };

const collator = new Intl.Collator('en');

/** Returns the ids in the order of a column. Rows without a value come last, equal ones in the order of the ranks. */
export function sortGrid(rows: readonly GridRow[], { column, direction }: GridSort): string[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const compare = (one: GridCell['order'], other: GridCell['order']): number => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * collator.compare(String(one), String(other));
  };
  const byRank = (row: GridRow) => row.cells.rank.order ?? Infinity;
  return rows
    .toSorted(
      (one, other) =>
        compare(one.cells[column].order, other.cells[column].order) ||
        Number(byRank(one)) - Number(byRank(other)) ||
        collator.compare(one.activity.user.displayName, other.activity.user.displayName) ||
        (one.activity._id < other.activity._id ? -1 : 1),
    )
    .map(({ activity }) => activity._id);
}
