import type { ListedActivity } from '@boathouse/contract/activities';
import type { ergOf, LiveSample, RowPhase } from '@boathouse/contract/live';
import type { Standings } from '@boathouse/row/crew';
import { formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance, formatSilence } from '../../../lib/format.ts';
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
  /** Empty: no value. */
  text: string;
  /** Values without an order are sorted last. */
  order: number | string | null;
};

/** What the grid shows of one athlete; changes its identity only with what is shown. */
export type GridRow = {
  activity: ListedActivity;
  cells: Record<GridColumn, GridCell>;
  isStale: boolean;
  /** Whether it is anything else than being rowed. */
  isUnusual: boolean;
  isSimulated: boolean;
  /** What the athlete began, if the item is another workout now; else null. */
  otherWorkout: string | null;
};

/** What a row needs of its athlete. */
export type GridRower = Pick<
  RoomRow<ListedActivity>,
  'activity' | 'sample' | 'silence' | 'isWaiting' | 'isOfOtherWorkout'
>;
type GridStanding = Omit<RoomStanding, 'rower'>;
/** `unit` is that of the item, `pieceCount` of what the athlete rows. */
type GridItem = Pick<Standings<RoomRow>, 'unit'> & { pieceCount: number };

const phaseWords: Record<RowPhase, string> = {
  waiting: 'Ready',
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

/** A stroke or two are always on their way to the server. */
const unsentUsual = 2;

type Signal = {
  /** Whole minutes of silence by the server's time, once the activity is stale. */
  staleMinutes: number | null;
  /** Whether the athlete has no page in the room. */
  isAway: boolean;
  /** The erg of the athlete's page; null while it is not known. */
  erg: ReturnType<typeof ergOf> | null;
};

const silenceWords = { sending: 'No signal', silent: 'Monitor silent', none: 'No erg' } as const;

function connectionOf(rower: GridRower, signal: Signal): { cell: GridCell; isStale: boolean } {
  const silence = signal.staleMinutes === null ? rower.silence : signal.staleMinutes * 60;
  if (silence === null) {
    const phase = rower.isWaiting ? 'waiting' : (rower.sample?.phase ?? 'waiting');
    return { cell: { text: phaseWords[phase], order: phaseOrder[phase] }, isStale: false };
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
/** Ordered machine by machine: a rank is one among equals. */
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

function gapOf(standing: GridStanding | undefined, unit: GridItem['unit']): GridCell {
  if (standing === undefined || standing.rank === null) return nothing;
  if (standing.gapToLeader === null) return standing.rank === 1 ? { text: 'leads', order: 0 } : nothing;
  const { gapToLeader: gap } = standing;
  if (unit === 'seconds') return { text: `+${gap.toFixed(1)} s`, order: gap };
  const whole = Math.round(gap);
  return { text: unit === 'meters' ? `+${formatDistance(whole)}` : `+${whole} cal`, order: gap };
}

/** The monitor's projection of a single piece, or else what the average pace leads to. */
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

/** Signs and words, not color alone. */
const targetCell = (isKept: boolean | undefined): GridCell =>
  isKept === undefined ? nothing : { text: isKept ? '✓ kept' : '✗ off', order: isKept ? 1 : 0 };

/** Returns one athlete's row: the newest sample, or before the first one the server's stored values. */
export function gridRowOf(
  rower: GridRower,
  signal: Signal,
  standing: GridStanding | undefined,
  { unit, pieceCount }: GridItem,
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
    otherWorkout: rower.isOfOtherWorkout ? activity.workout : null,
    cells: {
      rank: rankCell(standing),
      name: { text: activity.user.displayName, order: activity.user.displayName },
      connection,
      distance: cell(figures.distance, formatDistance),
      time: cell(figures.elapsedTime, formatDuration),
      left: leftOf(sample?.left),
      pace: cell(figures.currentPace, pace),
      average: cell(figures.averagePace, pace),
      rate: cell(figures.strokeRate, digits),
      heartRate: cell(figures.heartRate, digits),
      power: cell(sample?.power, digits),
      gap: gapOf(standing, unit),
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

/** Returns the ids in the order of a column; rows without a value are last, equal ones in the order of the ranks. */
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
