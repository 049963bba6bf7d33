import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type Fate, type FakeRowPage } from './fake-pieces-world.ts';
import { generalStatus, status1, stroke, strokePower, summary } from '../record-factory.ts';
import type { RowRecord } from '../progress.ts';

/*
 * An athlete rows a piece and leaves it on the monitor, then rows another to its end, while pages reload and die, two
 * devices take the row from each other, the server is killed, and requests and answers are lost, repeated and late.
 * Whatever happens, each piece ends as the monitor had it, in an activity of its own.
 */

const speedMPerSec = 4;
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

const pieceSec = 26;
const left = pieceOf(1, 9, false);
const records = [...left, ...pieceOf(2, pieceSec, true)];
const leftAt = left.length;
const endAt = records.findIndex(({ record }) => record.kind === 'endOfWorkoutSummary');
const place = { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '100m' };
const id = '018f0000-0000-7000-8000-000000000001';

type Command =
  | { do: 'row'; count: number }
  | { do: 'wait'; ms: number }
  | { do: 'fate'; fate: Fate }
  | { do: 'offline' | 'online' | 'reload' | 'crash' | 'takeOver'; device: 0 | 1 }
  | { do: 'kill' };

const device = fc.constantFrom<0 | 1>(0, 1);
const command: fc.Arbitrary<Command> = fc.oneof(
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
);

class Trial {
  readonly world = new FakeRowWorld();
  readonly devices = [new FakeDevice('phone'), new FakeDevice('tablet')] as const;
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
      owner: 'phone',
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
        this.world.look(this.pages[given.device]);
        return;
      case 'kill':
        return this.world.kill();
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
    const stored = this.inProgress();
    if (to === this.erg || stored === undefined || stored.isCompleted || !this.devices[to].isOnline) return;
    // A device that joins knows no piece but the one that the monitor shows then: the server must have that one.
    if (this.pages[this.erg].life?.id !== stored.id || this.#played <= leftAt) return;
    // A device that joins after the last stroke knows nothing of the piece.
    if (!page.isOpen || this.#played >= endAt - 12) return;
    this.world.fate = 'arrives';
    const { id } = stored;
    const key = [...page.lives.values()].find((life) => life.id === id)?.key ?? id;
    if (!page.lives.has(key)) {
      const activity = { id, owner: stored.owner, isCompleted: false };
      const begunAtMs = this.world.at.wallMs;
      const { owner } = page;
      page.take({
        kind: 'resumed',
        key: id,
        activity,
        totals: {
          elapsedSec: stored.progress?.elapsedSec ?? 0,
          distanceM: stored.progress?.distanceM ?? 0,
        },
        place,
        begunAtMs,
        owner,
        isSimulated: false,
        timeZone: 'Europe/Oslo',
      });
    }
    page.take({ kind: 'takenElsewhere', by: 'device' }, key);
    page.take({ kind: 'takeOver' }, key);
    this.world.pass(2_000);
    // The row is over here, or the server was asked something else meanwhile.
    if (page.lives.get(key)?.lostTo !== null) return;
    this.erg = to;
  }

  inProgress() {
    return [...this.world.server.activities.values()].find(({ isCompleted }) => !isCompleted);
  }

  end(): void {
    this.world.fate = 'arrives';
    for (const one of this.devices) one.isOnline = true;
    this.world.pass(20_000);
    for (const index of [0, 1] as const) if (!this.pages[index].isOpen) this.#reopen(index, 'reload');
    // The athlete takes the row to the device that has the erg.
    if (this.pages[this.erg].life?.lostTo === 'device') this.pages[this.erg].take({ kind: 'takeOver' });
    this.world.pass(2_000);
    this.row(records.length);
    this.world.pass(30_000);
    for (const index of [0, 1] as const) {
      if (!this.pages[index].isOpen) this.#reopen(index, 'reload');
      this.world.look(this.pages[index]);
      // The athlete closes what has ended on the other device.
      if (this.pages[index].life?.isEndedElsewhere) this.pages[index].take({ kind: 'finish' });
    }
    this.world.pass(30_000);
  }

  #reopen(index: 0 | 1, how: 'reload' | 'crash'): void {
    const page = this.pages[index];
    // The monitor sends the end once, so a page that dies then has only its last status.
    if (page.isOpen && this.#played >= endAt - 1) return;
    if (how === 'crash' && page.isOpen) {
      page.diesNext = true;
      return;
    }
    if (page.isOpen) page.take({ kind: 'closing' });
    page.isOpen = false;
    this.world.pass(1);
    this.pages[index] = this.world.open(this.devices[index]);
    this.world.look(this.pages[index]);
  }

  /** The athlete connects the erg to the device that rows. */
  #connectToOwner(): void {
    const other = this.erg === 0 ? 1 : 0;
    const isLost = this.pages[this.erg].life?.lostTo === 'device';
    if (isLost && this.pages[other].isOpen && this.pages[other].life?.lostTo === null) this.erg = other;
  }
}

/** Whether distance and time never go back within a piece. */
function isForward(
  values: ReadonlyArray<{ pieceNumber: number; distanceM: number; elapsedSec: number }>,
): boolean {
  return values.every((now, index) => {
    const before = values[index - 1];
    const isSamePiece = before?.pieceNumber === now.pieceNumber;
    return !isSamePiece || (now.distanceM >= before.distanceM && now.elapsedSec >= before.elapsedSec);
  });
}

/** The force of a drive tells its piece. */
const pieceOfStroke = ({ peakForceN }: { peakForceN: number }) =>
  Math.floor(peakForceN / 4.4482216 / 10 + 0.05);

const physical = (one: { peakForceN: number; strokeCount: number }) => `${one.strokeCount}:${one.peakForceN}`;

test('[SESS-10] over lost, repeated and late requests, reloads, two devices and kills, each kept stroke is stored once and the result is the monitor’s', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 5, maxLength: 30 }), (commands) => {
      const trial = new Trial();
      for (const one of commands) trial.do(one);
      trial.end();

      const { server } = trial.world;
      const all = [...server.activities.values()];
      const strokes = all.flatMap((activity) => activity.strokes);
      const kept = new Set(trial.devices.flatMap(({ everKept }) => everKept.map(physical)));
      expect(strokes.map(physical).toSorted()).toEqual([...kept].toSorted());
      for (const activity of all) expect(new Set(activity.strokes.map(pieceOfStroke)).size).toBeLessThan(2);
      expect(all.filter(({ isLeft }) => !isLeft)).toMatchObject([
        {
          isCompleted: true,
          result: { source: 'summary', distanceM: pieceSec * speedMPerSec, elapsedSec: pieceSec },
        },
      ]);
      expect(all.every(({ isCompleted }) => isCompleted)).toBe(true);
      for (const { journal } of trial.devices) expect(journal).toBeNull();
      for (const page of trial.world.pages) {
        for (const { id } of all) {
          const sent = page.sent.filter(({ key }) => key === id);
          const samples = page.samples.filter((sample) => sample.id === id);
          const patches = sent.flatMap(({ request }) => (request.kind === 'patch' ? [request.progress] : []));
          expect(isForward(patches)).toBe(true);
          expect(isForward(samples.map(({ progress }) => progress))).toBe(true);
          const gapsMs = samples.slice(1).map(({ atMs }, index) => atMs - (samples[index]?.atMs ?? 0));
          expect(Math.min(250, ...gapsMs)).toBe(250);
        }
      }
    }),
    { numRuns: 2_000 },
  );
  // About 8 s; a machine that does other work needs several times as long.
}, 60_000);
