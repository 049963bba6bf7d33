import type { Stroke } from '@boathouse/contract/strokes/stroke';
import fc from 'fast-check';
import type { Life, Refusal, RowPlace, RowRequest } from '../../src/life/life.ts';
import { FakeMonitor, type Leaving } from './fake-monitor.ts';
import { FakeDevice, FakeRowWorld, type Fate, type FakeRowPage } from './fake-world.ts';

/*
 * For tests: an athlete rows an item in one of the monitor's workouts after another, leaves them, starts over, or is
 * stopped by the monitor. At the same time pages reload and die, two devices take the row from each other, the server is
 * killed, requests and answers are lost, repeated and late, the server refuses strokes and bodies, storage fails, and
 * pages of another version are opened. In every case each workout ends with the monitor's values, in its own activity.
 */

const place: RowPlace = { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '104m' };
const firstId = '018f0000-0000-7000-8000-000000000001';
const owners = ['018f0000-0000-4000-8000-0000000000a1', '018f0000-0000-4000-8000-0000000000a2'] as const;

/** The parts that the server refuses with 400 or 413. */
type Refused = 'nothing' | 'someStrokes' | 'allStrokes' | 'largeBodies';

type Device = 0 | 1;
type OnDevice =
  | 'offline'
  | 'online'
  | 'reload'
  | 'crash'
  | 'takeOver'
  | 'diskAway'
  | 'diskBack'
  | 'otherVersion';

export type Command =
  | { do: 'row'; count: number }
  | { do: 'wait'; ms: number }
  | { do: 'leave'; how: Leaving; hasSummary: boolean; ms: number }
  | { do: 'fate'; fate: Fate }
  | { do: OnDevice; device: Device }
  /**
   * The device with the erg has no network: the athlete moves the row to the other device, and finishes it by hand on
   * the first.
   */
  | { do: 'finishOffline' }
  | { do: 'refuse'; what: Refused }
  | { do: 'kill' | 'keepHeld' }
  | { do: 'summaries'; areLate: boolean; atSec: number };

const device = fc.constantFrom<Device>(0, 1);
const fates: Fate[] = ['arrives', 'arrives', 'isLost', 'losesItsAnswer', 'arrivesTwice', 'arrivesTooLate'];

function onDevice(...kinds: OnDevice[]): fc.Arbitrary<Command> {
  return fc.record({ do: fc.constantFrom(...kinds), device });
}

const weighted: Array<[number, fc.Arbitrary<Command>]> = [
  [8, fc.record({ do: fc.constant('row'), count: fc.integer({ min: 1, max: 50 }) })],
  [2, fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 1, max: 20_000 }) })],
  [
    3,
    fc.record({
      do: fc.constant('leave'),
      how: fc.constantFrom<Leaving>('menu', 'reset', 'terminate'),
      hasSummary: fc.boolean(),
      ms: fc.integer({ min: 0, max: 9_000 }),
    }),
  ],
  [5, fc.record({ do: fc.constant('fate'), fate: fc.constantFrom(...fates) })],
  [2, onDevice('offline', 'online')],
  [3, onDevice('reload', 'crash')],
  [4, onDevice('takeOver')],
  [1, fc.record({ do: fc.constantFrom('kill', 'keepHeld') })],
  [1, fc.record({ do: fc.constant('finishOffline') })],
  [
    2,
    fc.record({
      do: fc.constant('refuse'),
      what: fc.constantFrom<Refused>('nothing', 'someStrokes', 'allStrokes', 'largeBodies'),
    }),
  ],
  [2, onDevice('diskAway', 'diskBack')],
  [1, onDevice('otherVersion')],
  [
    2,
    fc.record({
      do: fc.constant('summaries'),
      areLate: fc.boolean(),
      atSec: fc.constantFrom(1, 1, 2.5, 4, 6),
    }),
  ],
];
export const command: fc.Arbitrary<Command> = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

/** Faults that can lose the newest values of a page, or give the row to a page that has not received all of it. */
const losing = new Set<Command['do']>(['crash', 'takeOver', 'finishOffline', 'diskAway', 'otherVersion']);

/** Whether no fault of a run can lose a value: then each workout is stored to the meter. */
export function losesNothing(commands: readonly Command[]): boolean {
  return commands.every((one) => !losing.has(one.do) && (one.do !== 'refuse' || one.what !== 'someStrokes'));
}

/** Whether the server refuses this single stroke. */
export function isRefusedStroke({ number }: Stroke): boolean {
  return number % 5 === 3;
}

export const refusedWhy = 'strokes.0.peakForce: Too big';
const badRequest: Refusal = { class: 'bad', message: refusedWhy, retryAfterMs: null };

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

const workoutsMax = 6;
/** The most records of one moment. */
const burst = 4;
/** A device that takes the row over receives the monitor's next values within this time. */
const heardAgainSec = 4;
/** From this many meters on the server's values distinguish the workout from the next one. */
const heardM = 3;
/** Fewer meters without a stroke are not a workout. */
const firstM = 10;

export class Trial {
  readonly world = new FakeRowWorld();
  readonly monitor = new FakeMonitor();
  readonly devices = [new FakeDevice(owners[0]), new FakeDevice(owners[1])] as const;
  refused: Refused = 'nothing';
  readonly pages: [FakeRowPage, FakeRowPage];
  /** The device that the erg is connected to. */
  erg: Device = 0;
  #saved = 0;
  /** The page with the erg has not received the monitor's records yet. */
  #isUnheard = false;

  constructor() {
    this.pages = [this.world.open(this.devices[0]), this.world.open(this.devices[1])];
    const more = { owner: owners[0], isSimulated: false, timeZone: 'Europe/Oslo', isWaiting: false };
    this.pages[0].take({ kind: 'start', id: firstId, place, ...more });
  }

  do(given: Command): void {
    switch (given.do) {
      case 'row':
        return this.#row(given.count);
      case 'wait':
        return this.#wait(given.ms);
      case 'leave':
        return this.#leave(given);
      case 'keepHeld':
        return this.#keepHeld();
      case 'fate':
        this.world.fate = given.fate;
        return;
      case 'offline':
      case 'online':
        this.devices[given.device].isOnline = given.do === 'online';
        this.#look(given.device);
        return;
      case 'summaries':
        this.monitor.areSummariesLate = given.areLate;
        this.monitor.lateAtSec = given.atSec;
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
        return this.#takeOver(given.device, false);
      case 'finishOffline':
        return this.#takeOver(this.erg === 0 ? 1 : 0, true);
      default:
        this.#reopen(given.device, given.do);
    }
  }

  /** Ends all faults, rows the last workout to its end, and saves rows without a place. */
  end(): void {
    this.world.fate = 'arrives';
    for (const one of this.devices) {
      one.isOnline = true;
      one.isDiskAway = false;
    }
    // A server that refuses some strokes continues to do so.
    if (this.refused !== 'someStrokes') this.#refuse('nothing');
    this.world.pass(20_000);
    for (const index of [0, 1] as const) if (!this.pages[index].isOpen) this.#reopen(index, 'reload');
    // The athlete takes the row to the device that has the erg.
    if (this.pages[this.erg].life?.kept.lostTo === 'device') this.pages[this.erg].take({ kind: 'takeOver' });
    this.world.pass(2_000);
    this.#row(this.monitor.pending);
    while (this.monitor.rowed.at(-1)?.isWhole !== true || this.monitor.isRowing) this.#send();
    this.#row(this.monitor.pending);
    this.world.pass(30_000);
    for (const index of [0, 1] as const) {
      if (!this.pages[index].isOpen) this.#reopen(index, 'reload');
      this.#look(index);
    }
    // The athlete closes rows that ended on the other device, saves rows without a place, and presses Try again.
    for (const page of this.pages) {
      for (const { kept } of page.lives.values()) {
        if (kept.isEndedElsewhere) page.take({ kind: 'finish' }, kept.key);
      }
      for (const life of page.lives.values()) this.#saveRefused(page, life);
    }
    this.#takeBackAbandoned();
    this.#keepHeld();
    for (const page of this.pages) {
      for (const { kept } of page.lives.values()) {
        if (kept.stage === 'rowing') page.take({ kind: 'finish' }, kept.key);
        page.take({ kind: 'retrySetAside' }, kept.key);
      }
    }
    // Strokes that are refused in a row are tried once a minute.
    const isRefused = this.world.pages.some(({ lives }) =>
      [...lives.values()].some(({ run }) => run.strokesRefusal !== null),
    );
    this.world.pass(isRefused ? 900_000 : 60_000);
  }

  #row(count: number): void {
    for (let sent = 0; sent < count; sent += 1) {
      const isAnother = !this.monitor.isRowing && this.monitor.pending === 0;
      if (isAnother && this.monitor.rowed.length >= workoutsMax) return;
      this.#send();
    }
  }

  #send(): void {
    const { afterMs, record } = this.monitor.next();
    this.world.pass(afterMs);
    this.#connectToOwner();
    if (!this.pages[this.erg].isOpen) this.#open(this.erg);
    this.pages[this.erg].record(record);
    if (record.kind === 'generalStatus') this.#isUnheard = false;
  }

  #wait(ms: number): void {
    // The monitor sends its summary 1.5 s after the end, also to a page that is not ready.
    if (this.monitor.isEnding || this.monitor.pending > 0) return;
    this.world.pass(ms);
  }

  #leave({ how, hasSummary, ms }: Extract<Command, { do: 'leave' }>): void {
    this.#row(this.monitor.pending);
    // A page that dies may have stored and sent nothing of the first meters.
    if (this.#isUnheard && this.monitor.distanceM < firstM) this.#row(burst);
    if (!this.monitor.isRowing || this.monitor.isEnding) return;
    this.monitor.leave(how, hasSummary);
    this.#row(this.monitor.pending);
    // A workout that is started over follows at once.
    if (how !== 'reset') this.world.pass(ms);
  }

  /** The other device asks the server for the row, takes it, and connects the erg. */
  #takeOver(to: Device, isFinished: boolean): void {
    const page = this.pages[to];
    const isRowed = this.monitor.isRowing && !this.monitor.isWholeWithin(heardAgainSec);
    if (to === this.erg || !this.devices[to].isOnline || !page.isOpen || !isRowed) return;
    // Also covers the stroke that begins a row without a place, which the other device does not know.
    this.#row(this.monitor.pending);
    // The other device only knows the workout that the monitor shows then, so the server must have the row of that
    // workout.
    const stored = this.world.server.inProgress;
    const isKnown = stored !== undefined && this.pages[this.erg].life?.kept.id === stored.id;
    if (!isKnown) return;
    this.world.fate = 'arrives';
    const { id } = stored;
    if (isFinished) this.devices[this.erg].isOnline = false;
    const key = [...page.lives.values()].find(({ kept }) => kept.id === id)?.kept.key ?? id;
    if (!page.lives.has(key)) this.#resume(page);
    page.take({ kind: 'takenElsewhere', by: 'device' }, key);
    page.take({ kind: 'takeOver' }, key);
    this.world.pass(2_000);
    // The row has ended here, or the server received another request in the meantime.
    if (page.lives.get(key)?.kept.lostTo !== null) return;
    const from = this.pages[this.erg];
    const isUnaware = from.isOpen && from.lives.get(id)?.kept.lostTo === null;
    if (isFinished && isUnaware) from.take({ kind: 'finish' }, id);
    this.erg = to;
    // It takes the row over with the first record that it receives. From the server's values alone it can't distinguish
    // the first meters of a workout from those of the next one.
    if (stored.totals.distanceM < firstM) this.#row(burst);
  }

  /** Takes up the server's activity. */
  #resume(page: FakeRowPage): void {
    const stored = this.world.server.inProgress;
    if (stored === undefined) return;
    const { id, owner, machine, totals } = stored;
    page.take({
      kind: 'resumed',
      key: id,
      activity: { id, owner, isCompleted: false, machine },
      totals,
      place,
      begunAtMs: this.world.at.wallMs,
      owner: page.owner,
      isSimulated: false,
      timeZone: 'Europe/Oslo',
    });
  }

  /**
   * A page takes up the row that the server has for this device, if its disk does not have the row or says that another
   * device has it. It needs the network for that: otherwise the athlete would continue without a row.
   */
  #look(index: Device): void {
    const page = this.pages[index];
    const stored = this.world.server.inProgress;
    const isUnknown = page.lives.size === 0;
    const isLost = [...page.lives.values()].some(
      ({ kept }) => kept.id === stored?.id && kept.lostTo === 'device',
    );
    if (page.isOpen && (isUnknown || isLost) && stored?.owner === page.owner) {
      this.devices[index].isOnline = true;
      if (isUnknown) this.#resume(page);
    }
    this.world.look(page);
  }

  #refuse(what: Refused): void {
    this.refused = what;
    this.world.server.refuse = refuserOf(what);
  }

  /** Reloads the page as a page of another version, and then as it was. */
  #visitWithOtherVersion(index: Device): void {
    const page = this.pages[index];
    if (!page.isOpen || !this.#mayClose(index)) return;
    page.take({ kind: 'closing' });
    page.isOpen = false;
    const visit = this.world.open(this.devices[index], true);
    this.world.pass(3_000);
    visit.isOpen = false;
    this.#open(index);
  }

  #reopen(index: Device, how: 'reload' | 'crash'): void {
    const page = this.pages[index];
    if (page.isOpen) {
      if (!this.#mayClose(index)) return;
      // A page that dies within its first meters, or without its disk, can't distinguish the workout from the next one.
      if (how === 'crash' && !page.isDiskBehind && this.monitor.distanceM >= heardM) {
        page.diesNext = true;
        return;
      }
      page.take({ kind: 'closing' });
    }
    this.#open(index);
  }

  #open(index: Device): void {
    this.pages[index].isOpen = false;
    this.world.pass(1);
    this.pages[index] = this.world.open(this.devices[index]);
    this.#look(index);
    this.#isUnheard ||= index === this.erg;
  }

  /**
   * Whether the row is safe without the page: its monitor sends an end once, and a page that dies then has not received
   * it.
   */
  #mayClose(index: Device): boolean {
    if (this.monitor.isEnding) return false;
    if (!this.pages[index].isDiskBehind && this.devices[index].journal !== null) return true;
    // A page without data on its disk joins like another device.
    const { life, lives } = this.pages[index];
    const stored = this.world.server.inProgress;
    const isRowedIn = stored !== undefined && life?.kept.id === stored.id && life.kept.stage === 'rowing';
    // A result that is neither on the disk nor on the server is lost with its page.
    const isStored = isRowedIn && stored.totals.distanceM >= heardM;
    const isKnown = life === null || (lives.size === 1 && isStored);
    if (!isKnown || !this.monitor.isRowing || this.monitor.isWholeWithin(heardAgainSec)) return false;
    this.#row(this.monitor.pending);
    return true;
  }

  /** The athlete connects the erg to the device that rows. */
  #connectToOwner(): void {
    const other = this.erg === 0 ? 1 : 0;
    const isLost = this.pages[this.erg].life?.kept.lostTo === 'device';
    if (isLost && this.pages[other].isOpen && this.pages[other].life?.kept.lostTo === null) this.erg = other;
  }

  /** The athlete takes back a row that the other device has taken, and saves it elsewhere. */
  #takeBackAbandoned(): void {
    const { inProgress } = this.world.server;
    const rows = this.pages.flatMap((page) =>
      [...page.lives.values()].flatMap(({ kept }) => (kept.id === inProgress?.id ? [{ page, kept }] : [])),
    );
    const [row, another] = rows;
    if (row?.kept.lostTo !== 'device' || another !== undefined) return;
    row.page.take({ kind: 'takeOver' }, row.kept.key);
    this.world.pass(2_000);
  }

  #keepHeld(): void {
    for (const page of this.pages) {
      // A page that dies stores nothing.
      while (page.isOpen && page.begun.held !== undefined) page.begun.keepHeld(this.#newPlace());
    }
  }

  #saveRefused(page: FakeRowPage, { kept }: Life): void {
    if (kept.refusal === null) return;
    if (kept.stage !== 'completing') page.take({ kind: 'finish' }, kept.key);
    const strokes = [...(page.device.rows.get(kept.key)?.strokes.values() ?? [])];
    const id = this.world.newId();
    page.take({ kind: 'moved', id, place: this.#newPlace(), strokes }, kept.key);
  }

  #newPlace(): RowPlace {
    this.#saved += 1;
    return { ...place, sessionId: `saved-${this.#saved}` };
  }
}
