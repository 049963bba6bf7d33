/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   The style sheet lays the rows out as grids, which takes the table's own roles away. */
import type { ListedActivity } from '@boathouse/contract/activities';
import {
  Fragment,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type FocusEvent,
  type RefObject,
} from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../../ui/states.tsx';
import { useMediaQuery } from '../../../../ui/use-media-query.ts';
import type { LiveRoom } from '../live-room.ts';
import { StaleActions } from '../stale-actions.tsx';
import { GridRow } from './grid-row.tsx';
import { GridStore } from './grid-store.ts';
import type { GridColumn } from './grid-values.ts';
import { headings } from './headings.ts';
import styles from './rower-grid.module.css';

const AthletePanel = lazyPart({
  name: "The athlete's strokes",
  load: async () => (await loadChunk(() => import('./athlete-panel.tsx'))).AthletePanel,
  waiting: <Loading label="Loading the athlete's strokes" />,
});

const AthleteSheet = lazyPart({
  name: "The athlete's strokes",
  load: async () => (await loadChunk(() => import('./athlete-sheet.tsx'))).AthleteSheet,
});

type RowerGridProps = {
  /** The item's text. */
  workout: string;
  /** In progress, for this item. */
  activities: readonly ListedActivity[];
  /** Completed, of this item. */
  results: readonly ListedActivity[];
  room: LiveRoom;
  viewerId: string;
  mayManage: boolean;
  /** Minutes since the server last received values of the athlete, once the activity is stale. */
  staleMinutesOf: (activity: ListedActivity) => number | null;
};

/** The athletes of a workout item, for other users: one sortable row and one panel each. */
export function RowerGrid(props: RowerGridProps) {
  const { workout, activities, results, room, staleMinutesOf } = props;
  const input = { activities, results, workout, staleMinutesOf };
  const [store] = useState(() => new GridStore(room, input));
  useEffect(() => store.update(input));
  return <Grid {...props} store={store} />;
}

function Grid({
  workout,
  room,
  viewerId,
  mayManage,
  staleMinutesOf,
  store,
}: RowerGridProps & { store: GridStore }) {
  const { order, columns, sort, isHeld } = useSyncExternalStore(store.subscribe, store.getView);
  const [open, setOpen] = useState<readonly string[]>([]);
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const id = useId();
  useEffect(() => store.freeze(isPointed || isFocused), [store, isPointed, isFocused]);
  const isPhone = useMediaQuery('(max-width: 40rem)');
  const tableRef = useRef<HTMLTableElement>(null);
  useFreeHeight(tableRef, columns, order.length);
  const toggle = useCallback(
    (activityId: string) =>
      setOpen((before) =>
        before.includes(activityId) ? before.filter((one) => one !== activityId) : [...before, activityId],
      ),
    [],
  );
  const isOpenHere = (activityId: string) => !isPhone && open.includes(activityId);
  const inSheet = isPhone ? order.find((activityId) => open.includes(activityId)) : undefined;
  const blur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsFocused(false);
  };
  return (
    <div
      className={styles.grid}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={blur}
    >
      <table
        ref={tableRef}
        role="table"
        className={styles.table}
        style={sizesOf(columns, order.length)}
        data-left={columns.includes('left')}
        data-piece={columns.includes('piece')}
      >
        <caption className="visually-hidden">{`Rowing now: ${formatWorkout(workout)}`}</caption>
        <thead role="rowgroup">
          <tr role="row" className={styles.heads}>
            {columns.map((column) => (
              <Heading
                key={column}
                column={column}
                direction={sort.column === column ? sort.direction : null}
                onSort={() => store.sortBy(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {order.map((activityId) => (
            <Fragment key={activityId}>
              <Lane
                {...{ store, activityId, columns, viewerId, mayManage, staleMinutesOf }}
                isOpen={isOpenHere(activityId)}
                panelId={isPhone ? null : `${id}-${activityId}`}
                onToggle={toggle}
              />
              {isOpenHere(activityId) && (
                <tr role="row" className={styles.opened}>
                  <td role="cell" colSpan={columns.length} id={`${id}-${activityId}`}>
                    <AthletePanel {...{ store, room, activityId, workout, viewerId, mayManage }} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {inSheet !== undefined && (
        <AthleteSheet
          key={inSheet}
          {...{ store, room, workout, viewerId, mayManage }}
          activityId={inSheet}
          name={store.getRow(inSheet)?.cells.name.text ?? ''}
          figures={columns.filter((column) => column !== 'name')}
          onClose={() => setOpen([])}
        />
      )}
      <p className={styles.note}>{isHeld && 'The order is kept while you point at the table.'}</p>
    </div>
  );
}

/** The width of each column in one line, in letters of its text. */
const widths: Record<GridColumn, number> = {
  rank: 1.8,
  // It includes the mark of a simulated erg.
  name: 11,
  connection: 4,
  distance: 4.2,
  time: 4.2,
  left: 4.4,
  pace: 4.4,
  average: 3.5,
  rate: 2.3,
  heartRate: 2.3,
  power: 2.8,
  gap: 4,
  finish: 4.2,
  piece: 3.4,
  split: 3.5,
  target: 3.4,
  drag: 2.5,
  unsent: 3,
};

/** Returns the style sheet's sizes: rows and letters grow with the free height, and letters with the width of all columns. */
function sizesOf(columns: readonly GridColumn[], rowCount: number): CSSProperties {
  const sizes: Record<`--${string}`, string | number> = {
    '--grid-rows': Math.max(1, rowCount),
    '--grid-letters': columns.reduce((sum, column) => sum + widths[column], 0),
    '--grid-columns': columns.map((column) => `minmax(0, ${widths[column]}fr)`).join(' '),
  };
  return sizes;
}

/** The places of figures, side by side: each has one or two columns, one above the other. */
const places: readonly (readonly GridColumn[])[] = [
  ['left', 'distance'],
  ['pace'],
  ['rate'],
  ['gap'],
  ['time'],
  ['heartRate', 'piece'],
  ['split', 'target'],
  ['unsent'],
];

/** The shares of the style sheet: letters of the height of a row with its name above or beside its figures, and of the width. */
const letter = { ofTallRow: 0.21, ofWidth: 0.028 };

/**
 * Sets where the table begins, from the top of the page, and whether its rows are tall: between a phone and a desktop,
 * where names above their figures leave them more width than the height of the rows needs.
 */
function useFreeHeight(
  ref: RefObject<HTMLTableElement | null>,
  columns: readonly GridColumn[],
  rowCount: number,
): void {
  const placeCount = places.filter((place) => place.some((column) => columns.includes(column))).length;
  useLayoutEffect(() => {
    const table = ref.current;
    if (table === null || !('ResizeObserver' in globalThis)) return;
    const measure = () => {
      const { top, width } = table.getBoundingClientRect();
      const topPx = Math.round(top + scrollY);
      table.style.setProperty('--grid-top', `${topPx}px`);
      table.style.setProperty('--grid-places', String(placeCount));
      const rowPx = Math.max(innerHeight - topPx - 124, innerHeight / 2) / Math.max(1, rowCount);
      const isTablet = width >= 544 && innerWidth < 1_200;
      const hasWidth = placeCount < 7;
      table.dataset.tall = String(isTablet && hasWidth && rowPx * letter.ofTallRow > width * letter.ofWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref, placeCount, rowCount]);
}

type LaneProps = {
  store: GridStore;
  activityId: string;
  columns: readonly GridColumn[];
  viewerId: string;
  mayManage: boolean;
  isOpen: boolean;
  panelId: string | null;
  onToggle: (id: string) => void;
  staleMinutesOf: (activity: ListedActivity) => number | null;
};

function Lane({ store, activityId, viewerId, mayManage, staleMinutesOf, ...rest }: LaneProps) {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeRow(activityId, listener),
    [store, activityId],
  );
  const row = useSyncExternalStore(subscribe, () => store.getRow(activityId));
  const watch = useCallback(
    (element: HTMLTableRowElement) => {
      const observer = new IntersectionObserver(
        ([entry]) => store.setVisible(activityId, entry?.isIntersecting ?? true),
        { rootMargin: '200px 0px' },
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        store.setVisible(activityId, true);
      };
    },
    [store, activityId],
  );
  if (row === undefined) return null;
  const isSelf = row.activity.user._id === viewerId;
  const isEndable = mayManage && !isSelf && staleMinutesOf(row.activity) !== null;
  return (
    <GridRow
      {...rest}
      watch={watch}
      row={row}
      isSelf={isSelf}
      actions={isEndable ? <StaleActions activity={row.activity} /> : null}
    />
  );
}

type HeadingProps = {
  column: GridColumn;
  direction: 'ascending' | 'descending' | null;
  onSort: () => void;
};

function Heading({ column, direction, onSort }: HeadingProps) {
  const { text, title } = headings[column];
  return (
    <th role="columnheader" scope="col" data-column={column} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={onSort} title={title} aria-label={title}>
        {text}
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <path d="M1 3.5h8L5 8Z" fill="currentColor" />
        </svg>
      </button>
    </th>
  );
}
