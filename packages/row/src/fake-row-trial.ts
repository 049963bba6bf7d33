import fc from 'fast-check';
import { FakeDevice, FakeRowWorld, type Fate, type FakeRowPage } from './fake-row-world.ts';
import { generalStatus, status1, stroke, strokePower, summary } from './record-factory.ts';
import type { Refusal, RowRequest } from './life.ts';
import type { RowRecord } from './progress.ts';
import type { RowStroke } from './state.ts';

/*
 * For tests: an athlete rows a piece, perhaps starting over before, while pages reload and die, two devices take the row from each
 * other, the server is killed, requests and answers are lost, repeated and late, the server refuses strokes and bodies,
 * storage goes away, and pages of another version are opened. Whatever happens, the row ends as the monitor had it.
 */

export const speedMPerSec = 4;
const strokeSec = 2;
const statusSec = 0.5;

type Timed = { afterMs: number; record: RowRecord };

/** Each drive has a force of its own, so that a stroke stored twice shows. */
function pieceOf(pieceNumber: number, durationSec: number, hasEnd: boolean): Timed[] {
  const records: Timed[] = [];
  const emit = (record: RowRecord, afterMs = 0) => void records.push({ afterMs, record });
  for (let elapsedSec = statusSec; elapsedSec <= durationSec; elapsedSec += statusSec) {
    const distanceM = elapsedSec * speedMPerSec;
    emit(
      generalStatus({ elapsedSec, distanceM, workoutDuration: durationSec * speedMPerSec }),
      statusSec * 1_000,
    );
    emit(status1());
    const strokeCount = Math.ceil(elapsedSec / strokeSec);
    const peakForceLbf = 100 + pieceNumber * 10 + strokeCount / 10;
    if (elapsedSec % strokeSec === 1) {
      emit(stroke({ strokeCount, elapsedSec, distanceM, peakForceLbf, recoveryTimeSec: 1.2 }));
      emit(strokePower({ strokeCount }));
    }
    if (elapsedSec % strokeSec === 0) {
      emit(stroke({ strokeCount, elapsedSec, distanceM, peakForceLbf, recoveryTimeSec: 1.4 }));
    }
  }
  if (!hasEnd) return records;
  const distanceM = durationSec * speedMPerSec;
  emit(generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: durationSec, distanceM }));
  emit(summary({ timeElapsedSec: durationSec, distanceM }), 1_500);
  emit(summary({ timeElapsedSec: durationSec, distanceM, recoveryHeartRateBpm: 120 }), 60_000);
  return records;
}

export const pieceSec = 26;
// Less than a stroke of another piece comes first; `pieces-model.test.ts` has pieces that are left.
const records = [...pieceOf(1, 0.5, false), ...pieceOf(2, pieceSec, true)];
const endAt = records.findIndex(({ record }) => record.kind === 'endOfWorkoutSummary');
const place = { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '100m' };
export const id = '018f0000-0000-7000-8000-000000000001';
const owners = ['018f0000-0000-4000-8000-0000000000a1', '018f0000-0000-4000-8000-0000000000a2'] as const;

/** What the server refuses with 400 or 413. */
type Refused = 'nothing' | 'someStrokes' | 'allStrokes' | 'largeBodies';

type Command =
  | { do: 'row'; count: number }
  | { do: 'wait'; ms: number }
  | { do: 'fate'; fate: Fate }
  | {
      do: 'offline' | 'online' | 'reload' | 'crash' | 'takeOver' | 'diskAway' | 'diskBack' | 'otherVersion';
      device: 0 | 1;
    }
  | { do: 'refuse'; what: Refused }
  | { do: 'kill' };

const device = fc.constantFrom<0 | 1>(0, 1);
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('row' as const), count: fc.integer({ min: 1, max: 50 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fate' as const),
      fate: fc.constantFrom<Fate>(
        'arrives',
        'arrives',
        'isLost',
        'losesItsAnswer',
        'arrivesTwice',
        'arrivesTooLate',
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline' as const, 'online' as const), device }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'crash' as const), device }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('takeOver' as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      what: fc.constantFrom<Refused>('nothing', 'someStrokes', 'allStrokes', 'largeBodies'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('diskAway' as const, 'diskBack' as const), device }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('otherVersion' as const), device }) },
);

/** Whether the server refuses a stroke by itself. */
export function isRefusedStroke({ strokeCount }: RowStroke): boolean {
  return strokeCount % 5 === 3;
}

const badRequest: Refusal = { class: 'bad', message: 'strokes.0.peakForce: Too big', retryAfterMs: null };

function refuserOf(what: Refused): (request: RowRequest) => Refusal | null {
  return (request) => {
    if (request.kind !== 'append') return null;
    const { strokes } = request;
    const isRefused = {
      nothing: false,
      someStrokes: strokes.some(isRefusedStroke),
      allStrokes: strokes.length > 0,
      largeBodies: strokes.length > 2,
    }[what];
    return isRefused ? badRequest : null;
  };
}

export class Trial {
  readonly world = new FakeRowWorld();
  readonly devices = [new FakeDevice(owners[0]), new FakeDevice(owners[1])] as const;
  refused: Refused = 'nothing';
  readonly pages: [FakeRowPage, FakeRowPage];
  /** The device that the erg is connected to. */
  erg: 0 | 1 = 0;
  #played = 0;

  constructor() {
    this.pages = [this.world.open(this.devices[0]), this.world.open(this.devices[1])];
    const start = {
      kind: 'start',
      id,
      place,
      owner: owners[0],
      isSimulated: false,
      timeZone: 'Europe/Oslo',
      isWaiting: false,
    } as const;
    this.pages[0].take(start);
  }

  do(given: Command): void {
    switch (given.do) {
      case 'row':
        return this.row(given.count);
      case 'wait':
        // The monitor sends its summary 1.5 s after the end, also to a page that is not ready.
        return this.#played >= endAt - 1 ? undefined : this.world.pass(given.ms);
      case 'fate':
        this.world.fate = given.fate;
        return;
      case 'offline':
      case 'online':
        this.devices[given.device].isOnline = given.do === 'online';
        this.#look(given.device);
        return;
      case 'kill':
        return this.world.kill();
      case 'refuse':
        return this.#refuse(given.what);
      case 'diskAway':
      case 'diskBack':
        this.devices[given.device].isDiskAway = given.do === 'diskAway';
        return;
      case 'otherVersion':
        return this.#visitWithOtherVersion(given.device);
      case 'takeOver':
        return this.takeOver(given.device);
      default:
        this.#reopen(given.device, given.do);
    }
  }

  row(count: number): void {
    const until = Math.min(this.#played + count, records.length);
    for (const { afterMs, record } of records.slice(this.#played, until)) {
      this.world.pass(afterMs);
      this.#connectToOwner();
      if (!this.pages[this.erg].isOpen) this.#reopen(this.erg, 'reload');
      this.pages[this.erg].record(record);
    }
    this.#played = Math.max(this.#played, until);
  }

  /** The other device asks the server for the row, takes it, and connects the erg. */
  takeOver(to: 0 | 1): void {
    const page = this.pages[to];
    const stored = this.world.server.activities.get(id);
    if (to === this.erg || stored === undefined || stored.isCompleted || !this.devices[to].isOnline) return;
    // A device that joins after the last stroke knows nothing of the piece.
    if (!page.isOpen || this.#played >= endAt - 12) return;
    this.world.fate = 'arrives';
    if (page.life === null) this.#resume(page);
    page.take({ kind: 'takenElsewhere', by: 'device' });
    page.take({ kind: 'takeOver' });
    this.world.pass(2_000);
    // The row is over here, or the server was asked something else meanwhile.
    if (page.life?.lostTo !== null) return;
    this.erg = to;
  }

  end(): void {
    this.world.fate = 'arrives';
    for (const one of this.devices) {
      one.isOnline = true;
      one.isDiskAway = false;
    }
    // The server goes on refusing some strokes if it does.
    if (this.refused !== 'someStrokes') this.#refuse('nothing');
    this.world.pass(20_000);
    for (const index of [0, 1] as const) if (!this.pages[index].isOpen) this.#reopen(index, 'reload');
    // The athlete takes the row to the device that has the erg.
    if (this.pages[this.erg].life?.lostTo === 'device') this.pages[this.erg].take({ kind: 'takeOver' });
    this.world.pass(2_000);
    this.row(records.length);
    this.world.pass(30_000);
    for (const index of [0, 1] as const) {
      if (!this.pages[index].isOpen) this.#reopen(index, 'reload');
      this.#look(index);
      // The athlete closes what has ended on the other device.
      if (this.pages[index].life?.isEndedElsewhere) this.pages[index].take({ kind: 'finish' });
    }
    // The athlete presses Try again.
    for (const page of this.pages) page.take({ kind: 'retrySetAside' });
    // Strokes that are refused in a row are tried once a minute.
    this.world.pass(this.world.pages.some(({ life }) => life?.strokesRefusal != null) ? 900_000 : 30_000);
  }

  /** Takes up the server's activity. */
  #resume(page: FakeRowPage): void {
    const stored = this.world.server.activities.get(id);
    if (stored === undefined) return;
    const { owner } = page;
    const activity = { id, owner: stored.owner, isCompleted: stored.isCompleted };
    const begunAtMs = this.world.at.wallMs;
    const more = { isSimulated: false, timeZone: 'Europe/Oslo' };
    const totals = { elapsedSec: 0, distanceM: 0 };
    page.take({ kind: 'resumed', key: id, activity, totals, place, begunAtMs, owner, ...more });
  }

  /**
   * A page that its disk has nothing of takes up the row that the server has of this device. It needs the network for
   * that: otherwise the athlete would row on without a row.
   */
  #look(index: 0 | 1): void {
    const page = this.pages[index];
    const stored = this.world.server.activities.get(id);
    const isOwn = stored?.owner === page.owner && !stored.isCompleted;
    if (page.life === null && isOwn) {
      this.devices[index].isOnline = true;
      this.#resume(page);
    }
    this.world.look(page);
  }

  #refuse(what: Refused): void {
    this.refused = what;
    this.world.server.refuse = refuserOf(what);
  }

  /** The page is reloaded as one of another version, and then as it was. */
  #visitWithOtherVersion(index: 0 | 1): void {
    const page = this.pages[index];
    if (!page.isOpen || this.#played >= endAt - 12) return;
    page.take({ kind: 'closing' });
    page.isOpen = false;
    const visit = this.world.open(this.devices[index], true);
    this.world.pass(3_000);
    visit.isOpen = false;
    this.pages[index] = this.world.open(this.devices[index]);
    this.#look(index);
  }

  #reopen(index: 0 | 1, how: 'reload' | 'crash'): void {
    const page = this.pages[index];
    // The monitor sends the end once, so a page that dies then has only its last status.
    if (page.isOpen && this.#played >= endAt - 1) return;
    // A page that its disk has nothing of joins as another device does.
    const { isDiskAway, journal } = this.devices[index];
    if (page.isOpen && (isDiskAway || journal === null) && this.#played >= endAt - 12) return;
    if (how === 'crash' && page.isOpen) {
      page.diesNext = true;
      return;
    }
    if (page.isOpen) page.take({ kind: 'closing' });
    page.isOpen = false;
    this.world.pass(1);
    this.pages[index] = this.world.open(this.devices[index]);
    this.#look(index);
  }

  /** The athlete connects the erg to the device that rows. */
  #connectToOwner(): void {
    const other = this.erg === 0 ? 1 : 0;
    const isLost = this.pages[this.erg].life?.lostTo === 'device';
    if (isLost && this.pages[other].isOpen && this.pages[other].life?.lostTo === null) this.erg = other;
  }
}
