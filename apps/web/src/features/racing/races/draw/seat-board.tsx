import { formatTenths } from '@boathouse/racing/race-time';
import { useRef, useState, type CSSProperties, type DragEvent, type KeyboardEvent } from 'react';
import styles from './seat-board.module.css';

/** A place to sit: a lane of a race, or the list of entries without one, whose race is null. */
export type Seat = { race: string | null; lane: number };

export type SeatedEntry = { id: string; name: string; bib: string; club: string; seedTenths: number | null };

export type SeatRow = {
  /** Null for the entries without a seat. */
  race: string | null;
  title: string;
  /** The time of the start; null while the race has none. */
  startsAt: string | null;
  /** Why seats of this race can't change; null if they can. */
  fixed: string | null;
  seats: readonly { lane: number; isClosed: boolean; entry: SeatedEntry | null }[];
};

type SeatBoardProps = {
  rows: readonly SeatRow[];
  lanes: number;
  isBusy: boolean;
  onMove: (entry: SeatedEntry, from: Seat, to: Seat) => void;
};

type Held = { entry: SeatedEntry; from: Seat };

const isSame = (one: Seat, other: Seat) => one.race === other.race && one.lane === other.lane;

/**
 * Shows the seats, one race in each row. A press picks an entry up, and a second one puts it down: into an empty lane,
 * or in exchange with the entry there. Arrow keys move from seat to seat, Escape puts the entry back, and a mouse can
 * drag it.
 */
export function SeatBoard({ rows, lanes, isBusy, onMove }: SeatBoardProps) {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState('');
  const boardRef = useRef<HTMLDivElement>(null);

  function pickUp(entry: SeatedEntry, from: Seat, place: string) {
    setHeld({ entry, from });
    setSaid(`${entry.name} picked up from ${place}. Choose a lane, or press Escape.`);
  }
  function putBack() {
    if (held === null) return;
    setSaid(`${held.entry.name} stays.`);
    setHeld(null);
  }
  function drop(what: Held, to: Seat, there: SeatedEntry | null, place: string) {
    setHeld(null);
    if (isSame(what.from, to)) return putBackSilently(what);
    setSaid(
      there === null
        ? `${what.entry.name} moves to ${place}.`
        : `${what.entry.name} changes places with ${there.name}.`,
    );
    onMove(what.entry, what.from, to);
  }
  const putBackSilently = ({ entry }: Held) => setSaid(`${entry.name} stays.`);

  function press(row: SeatRow, seat: SeatRow['seats'][number]) {
    if (isBusy || row.fixed !== null || (seat.isClosed && held === null)) return;
    const at = { race: row.race, lane: seat.lane };
    if (held === null) {
      if (seat.entry !== null) pickUp(seat.entry, at, placeOf(row, seat.lane));
    } else if (!seat.isClosed) drop(held, at, seat.entry, placeOf(row, seat.lane));
  }

  function goOn(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key === 'Escape' && held !== null) {
      event.preventDefault();
      putBack();
      return;
    }
    const next = neighborOf(boardRef.current, event.currentTarget, event.key);
    if (next === null) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div ref={boardRef} className={styles.board} data-holding={held !== null}>
      <p role="status" className={styles.said}>
        {said === '' ? 'Press an athlete to pick them up, then the lane to put them in.' : said}
      </p>
      {rows.map((row) => (
        <section key={row.race ?? 'without'} aria-label={row.title} className={styles.race}>
          <header className={styles.title}>
            <h3>{row.title}</h3>
            {row.startsAt !== null && <p>{row.startsAt}</p>}
            {row.fixed !== null && <p>{row.fixed}</p>}
          </header>
          <ol
            className={row.race === null ? styles.without : styles.seats}
            style={row.race === null ? undefined : lineOf(lanes)}
          >
            {row.seats.map((seat) => {
              const at = { race: row.race, lane: seat.lane };
              const isHeld = held !== null && isSame(held.from, at);
              return (
                <li key={seat.entry?.id ?? seat.lane}>
                  <button
                    type="button"
                    className={styles.seat}
                    data-seat
                    data-held={isHeld}
                    data-empty={seat.entry === null}
                    aria-pressed={seat.entry === null ? undefined : isHeld}
                    aria-disabled={row.fixed !== null || seat.isClosed || isBusy}
                    draggable={seat.entry !== null && row.fixed === null}
                    onClick={() => press(row, seat)}
                    onKeyDown={goOn}
                    onDragStart={(event) => {
                      if (seat.entry === null) return;
                      startDrag(event);
                      pickUp(seat.entry, at, placeOf(row, seat.lane));
                    }}
                    onDragOver={(event) => {
                      if (held !== null && row.fixed === null && !seat.isClosed) event.preventDefault();
                    }}
                    onDrop={(event) => {
                      event.preventDefault();
                      if (held !== null && row.fixed === null && !seat.isClosed)
                        drop(held, at, seat.entry, placeOf(row, seat.lane));
                    }}
                    onDragEnd={() => setHeld(null)}
                  >
                    <span className="visually-hidden">{labelOf(row, seat, held)}</span>
                    <span aria-hidden="true" className={styles.shown}>
                      {row.race !== null && <span className={styles.lane}>{seat.lane}</span>}
                      <Sitting entry={seat.entry} isClosed={seat.isClosed} isLane={row.race !== null} />
                    </span>
                  </button>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Lanes beside each other on a wide screen. */
const lanesInLine = 8;

function lineOf(lanes: number): CSSProperties & Record<`--${string}`, number> {
  return { '--lanes': Math.min(lanes, lanesInLine) };
}

type SittingProps = { entry: SeatedEntry | null; isClosed: boolean; isLane: boolean };

function Sitting({ entry, isClosed, isLane }: SittingProps) {
  if (entry === null) {
    return <span className={styles.nobody}>{isClosed ? 'Closed' : isLane ? 'Empty' : 'Put here'}</span>;
  }
  const { name, bib, club, seedTenths } = entry;
  const facts = [bib === '' ? '' : `No. ${bib}`, club].filter((fact) => fact !== '').join(', ');
  return (
    <>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.facts} dir="auto">
        {facts}
      </span>
      <span className={styles.seed}>{seedTenths === null ? '' : formatTenths(seedTenths)}</span>
    </>
  );
}

const placeOf = ({ race, title }: SeatRow, lane: number) =>
  race === null ? 'the list' : `${title}, lane ${lane}`;

function labelOf(
  row: SeatRow,
  { lane, isClosed, entry }: SeatRow['seats'][number],
  held: Held | null,
): string {
  const place = placeOf(row, lane);
  if (isClosed) return `${place}: closed`;
  if (held === null) return entry === null ? `${place}: empty` : `Pick up ${entry.name}, ${place}`;
  if (held.entry.id === entry?.id) return `Put ${entry.name} back`;
  return entry === null
    ? `Put ${held.entry.name} into ${place}`
    : `Exchange ${held.entry.name} and ${entry.name}, ${place}`;
}

function startDrag(event: DragEvent): void {
  event.dataTransfer.effectAllowed = 'move';
  // Firefox drags nothing without data.
  event.dataTransfer.setData('text/plain', '');
}

/**
 * Returns the seat that an arrow key leads to: the next or previous one of the row, or the same lane of the row above
 * or below.
 */
function neighborOf(
  board: HTMLElement | null,
  button: HTMLButtonElement,
  key: string,
): HTMLButtonElement | null {
  if (board === null || !('seat' in button.dataset)) return null;
  const rows = [...board.querySelectorAll('section')].map((row) => [
    ...row.querySelectorAll<HTMLButtonElement>('[data-seat]'),
  ]);
  const row = rows.findIndex((seats) => seats.includes(button));
  const at = rows[row]?.indexOf(button) ?? 0;
  switch (key) {
    case 'ArrowRight':
      return rows[row]?.[at + 1] ?? null;
    case 'ArrowLeft':
      return rows[row]?.[at - 1] ?? null;
    case 'ArrowDown':
      return inRow(rows[row + 1], at);
    case 'ArrowUp':
      return inRow(rows[row - 1], at);
    default:
      return null;
  }
}

const inRow = (seats: readonly HTMLButtonElement[] | undefined, at: number) =>
  seats?.[at] ?? seats?.at(-1) ?? null;
