import { clubs } from '@boathouse/contract/clubs';
import { races, type RaceEntry } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import { raceResults } from '@boathouse/contract/races/results';
import type { Browser } from '@playwright/test';
import { randomUUIDv7 } from 'node:crypto';
import { setPriority } from 'node:os';
import { foundClub } from '../fixtures/clubs.ts';
import { serverGone } from '../fixtures/console-guard.ts';
import type { Athlete } from '../fixtures/athletes.ts';
import { signUp, type SignedUp } from '../fixtures/people.ts';
import { call, send } from '../fixtures/product-api.ts';
import { startProductServer, type ProductServer } from '../fixtures/product-server.ts';
import { expect, newPerson, signUpFrom, test as base } from '../fixtures/product.ts';
import { addSprint, createRaceDay, drawAndPublish } from '../fixtures/races.ts';
import { connectMonitor, startWorkout } from '../fixtures/session-page.ts';
import { rendererIds } from '../measures/page-cost.ts';
import { monitorRow, type MonitorRow } from './race-monitor.ts';

const lanes = Number(process.env.REGATTA_LANES ?? 40);
const meters = Number(process.env.REGATTA_METERS ?? 300);
/** The first two of each heat, and the fastest others, row the final. */
const byPlace = Math.max(1, Math.floor(lanes / 5));
const fastest = Math.max(1, Math.floor(lanes / 10));
const finalists = 2 * byPlace + fastest;
/** How many pages are led to their ergs at the same time. */
const atOnce = 4;
/** Small and without motion, because all pages share the processors of one machine. */
const tablet = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;

const test = base.extend<object, { own: ProductServer }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startProductServer({
        env: { WEB_DIR: process.env.E2E_WEB_DIR ?? '', TRUSTED_PROXY: 'loopback' },
      });
      await signUp(server.url, newPerson('First Member'));
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => {
    await use(own.url);
  },
});

type Rower = { person: SignedUp; entry: RaceEntry; name: string; row: MonitorRow };
/** An erg with its tablet; another athlete sits there in each race. */
type Seat = Athlete & { lane: number };

async function inBatches<T>(all: readonly T[], use: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    await Promise.all(all.slice(from, from + atOnce).map(use));
  }
}

const log = (...words: (string | number)[]) => console.log(new Date().toISOString().slice(11, 19), ...words);

/** Addresses of users, by their index. */
const addressOf = (index: number) => `10.1.${Math.floor(index / 200)}.${(index % 200) + 1}`;

/**
 * Gives the pages less of the machine than the server and the test, because in a club each has its own: a server that
 * waits for the pages of its machine would refuse calls that it could serve.
 */
async function yieldToServer(browser: Browser): Promise<void> {
  for (const id of await rendererIds(browser)) {
    try {
      setPriority(id, 10);
    } catch (error) {
      // The process has ended since it was listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
    }
  }
}

test(`${lanes} monitors over two heats and a final: every official time is its monitor's final packet`, async ({
  own,
  browser,
  newMember,
  newAthlete,
  consoleGuard,
}) => {
  // A page requests the strokes of a row that the next start has ended.
  consoleGuard.allow(...serverGone, /status of 404 .*\/strokes\)$/);
  const cleo = await newMember('Cleo Coach');
  const judge = await signUpFrom(own.url, addressOf(0), 'Jo Judge');
  const club = await foundClub(cleo);
  const desk = cleo.page;
  const office = cleo.context.request;
  await call(judge.api, clubs.join, { body: { user: judge.user._id, club: club._id } });

  // Sets the race day up over the API, like a start list does.
  const event = await createRaceDay(office, club._id, { title: 'Forty ergs', lanes });
  await call(office, races.addJudge, { params: { id: event._id, user: judge.user._id } });
  const category = await addSprint(office, event._id, meters, {
    kind: 'heats',
    heats: 2,
    byPlace,
    fastest,
  });
  const rowers: Rower[] = [];
  for (let rank = 0; rank < lanes * 2; rank += 1) {
    const name = `Rower ${String(rank + 1).padStart(2, '0')}`;
    const { person, api, user } = await signUpFrom(own.url, addressOf(rank + 1), name);
    await call(api, clubs.join, { body: { user: user._id, club: club._id } });
    await api.dispose();
    const seedTenths = Math.round(meters * (2 + rank * 0.02));
    const entry = await call(office, races.addEntry, {
      params: { id: event._id },
      body: {
        _id: randomUUIDv7(),
        category: category._id,
        user: user._id,
        name,
        bib: `${rank + 1}`,
        seedTenths,
      },
    });
    // Two are tied for the last place in the final: both monitors send the same bytes.
    const paced = rank === finalists ? rank - 1 : rank;
    rowers.push({ person, entry, name, row: monitorRow({ meters, paceSec: 95 + paced * 0.5 }) });
  }
  const rowerOf = (entry: string | null) => {
    const rower = rowers.find((one) => one.entry._id === entry);
    if (rower === undefined) throw new Error(`Nobody has the entry ${entry}`);
    return rower;
  };
  const heats = await drawAndPublish(office, event._id, category._id);
  log(heats.length, 'heats of', lanes, 'are drawn');

  const seats: Seat[] = [];
  for (let lane = 1; lane <= lanes; lane += 1) {
    seats.push({ ...(await newAthlete({ context: tablet })), lane });
  }
  for (const { page } of seats) page.on('dialog', (dialog) => void dialog.accept());

  /** The server sheds a poll while all pages load it, as it says with 503. */
  const raceNow = async (id: string) => {
    for (;;) {
      const answer = await send(office, raceDay.race, { params: { id } });
      if (answer.status() !== 503) return raceDay.race.response.parse(await answer.json());
      log('the server sheds a poll');
      await desk.waitForTimeout(1_000);
    }
  };
  const press = async (words: string) => {
    const button = desk.getByRole('button', { name: words, exact: true });
    await expect(button).toBeEnabled();
    await button.click();
  };
  const becomes = async (id: string, state: Race['state']) =>
    expect.poll(async () => (await raceNow(id)).race.state, { timeout: 180_000 }).toBe(state);

  /** Leads the athletes of a called race to their ergs: each presses the call, connects and starts the piece. */
  async function sitDown({ lanes: drawn }: Race, words: string): Promise<void> {
    const taken = drawn.filter(({ entry }) => entry !== null);
    await inBatches(taken, async ({ lane, entry }) => {
      const seat = seats[lane - 1];
      if (seat === undefined) throw new Error(`No erg in lane ${lane}`);
      // An open page calls with its athlete's cookies.
      await seat.page.goto('about:blank');
      await seat.context.clearCookies();
      await seat.context.addCookies(rowerOf(entry).person.cookies);
      await seat.page.goto(`/races/${event._id}`);
      await seat.page.getByRole('button', { name: `${words}, lane ${lane}: tap here`, exact: true }).click();
      await connectMonitor(seat.page);
      // A real one sends from the first second: the page renews the connection of one that is silent.
      await seat.pm5.play(rowerOf(entry).row.waiting);
      await startWorkout(seat.page, `${meters}m`);
      await yieldToServer(browser);
    });
    log(taken.length, 'athletes sit ready');
  }

  /** Presses Start, and lets each monitor's flywheel move that many ms after ROW. */
  async function rowFrom(id: string, afterRowMs: (lane: number) => number) {
    await press('Start');
    await expect.poll(async () => (await raceNow(id)).race.run?.start ?? null).not.toBeNull();
    const { race } = await raceNow(id);
    const rowAtMs = Date.parse(race.run?.start?.rowAt ?? '');
    return Promise.all(
      race.lanes
        .filter(({ entry }) => entry !== null)
        .map(async ({ lane, entry }) => {
          const pm5 = seats[lane - 1]?.pm5;
          if (pm5 === undefined) throw new Error(`No erg in lane ${lane}`);
          const { notifications } = rowerOf(entry).row;
          const quarter = Promise.withResolvers<void>();
          const onEvent = (index: number) => {
            if (index >= notifications.length / 4) quarter.resolve();
          };
          // An athlete of a slow machine begins later: no monitor sends what was before.
          const startsAtMs = Math.max(rowAtMs + afterRowMs(lane), Date.now());
          const run = await pm5.play(notifications, onEvent, startsAtMs);
          return { lane, run, quarter: quarter.promise };
        }),
    );
  }
  const reaction = (lane: number) => 400 + (lane % 7) * 60;

  /** The athletes stand up: a page that shows the results of 40 others takes as much of a processor as one that rows. */
  const leave = () =>
    Promise.all(seats.filter(({ page }) => !page.isClosed()).map(({ page }) => page.goto('about:blank')));

  const officialise = async (id: string) => {
    await leave();
    await press('Publish as provisional');
    await press('Make it official');
    await becomes(id, 'official');
  };

  await desk.goto(`/races/${event._id}/control`);
  await press('Take the race control');
  const [first, second] = heats;
  if (first === undefined || second === undefined) throw new Error('There are two heats');

  // Heat 1: a false start stops everyone, and the lane is named.
  await press('Call the athletes');
  await becomes(first._id, 'called');
  await sitDown((await raceNow(first._id)).race, 'Heat 1');
  await press('Arm the race');
  const early = (await raceNow(first._id)).race.lanes.find(({ entry }) => entry !== null);
  const earlyLane = early?.lane ?? 0;
  await press('Start');
  // ROW comes after ten seconds.
  const begun = await seats[earlyLane - 1]?.pm5.play(
    rowerOf(early?.entry ?? null).row.notifications,
    undefined,
    Date.now(),
  );
  await becomes(first._id, 'falseStart');
  await expect(desk.getByText(`False start: lane ${earlyLane}.`)).toBeVisible();
  await begun?.stop();
  log('false start of lane', earlyLane, 'found');
  await leave();
  await press('Prepare the next start');
  await becomes(first._id, 'called');
  await sitDown((await raceNow(first._id)).race, 'Heat 1');
  await press('Arm the race');
  const heat1 = await rowFrom(first._id, reaction);
  // One tablet is reloaded in the middle; another fails permanently.
  const [deadLane, reloadedLane] = [...(await raceNow(first._id)).race.lanes]
    .filter(({ entry }) => entry !== null)
    .sort((one, other) => rowers.indexOf(rowerOf(other.entry)) - rowers.indexOf(rowerOf(one.entry)))
    .map(({ lane }) => lane);
  await Promise.all(heat1.map(({ quarter }) => quarter));
  const reloaded = seats[(reloadedLane ?? 0) - 1]?.page;
  await reloaded?.reload();
  if (reloaded !== undefined) await connectMonitor(reloaded);
  const dead = seats[(deadLane ?? 0) - 1];
  await dead?.page.close();
  log('the tablet of lane', deadLane ?? 0, 'is dead, that of', reloadedLane ?? 0, 'loaded again');
  await Promise.all(heat1.filter(({ lane }) => lane !== deadLane).map(({ run }) => run.finished));
  await expect
    .poll(async () => (await raceNow(first._id)).race.lanes.filter(({ result }) => result !== null).length, {
      timeout: 180_000,
    })
    .toBe(lanes - 1);
  await press('End the race');
  const sure = desk.getByRole('alertdialog').getByRole('button', { name: 'End the race' });
  await sure.click();
  await becomes(first._id, 'finished');
  const deadRower = rowerOf(
    (await raceNow(first._id)).race.lanes.find(({ lane }) => lane === deadLane)?.entry ?? null,
  );
  const readByHand = Math.round(deadRower.row.hundredths / 10);
  const entered = await call(office, raceDay.enter, {
    params: { id: first._id },
    body: { action: randomUUIDv7(), lane: deadLane ?? 0, outcome: 'finished', tenths: readByHand },
  });
  const own1 = entered.attempts.find(({ source }) => source === 'hand');
  await call(judge.api, raceDay.confirm, {
    params: { id: first._id },
    body: { attempts: [own1?._id ?? ''] },
  });
  await officialise(first._id);
  log('heat 1 is official');
  // A new tablet for that erg.
  if (dead !== undefined) {
    const index = (deadLane ?? 0) - 1;
    await dead.context.close();
    seats[index] = { ...(await newAthlete({ context: tablet })), lane: index + 1 };
  }

  // Heat 2: two athletes sit on each other's ergs, which the official corrects before the start; then the server dies.
  await press('Next race');
  await press('Call the athletes');
  await becomes(second._id, 'called');
  const { race: called } = await raceNow(second._id);
  await call(office, raceDay.swap, {
    params: { id: second._id },
    body: { action: randomUUIDv7(), version: called.version, lanes: [1, lanes], reason: '' },
  });
  await sitDown((await raceNow(second._id)).race, 'Heat 2');
  await press('Arm the race');
  const heat2 = await rowFrom(second._id, reaction);
  await Promise.all(heat2.map(({ quarter }) => quarter));
  await own.kill('SIGKILL');
  await expect(desk.getByText(/The server can't be reached for \d+ s/)).toBeVisible();
  await own.restart();
  log('the server was killed in the middle of heat 2, and is back');
  await Promise.all(heat2.map(({ run }) => run.finished));
  await becomes(second._id, 'finished');
  await officialise(second._id);
  log('heat 2 is official');

  // The final: two are tied for its last place, and the referee chooses one.
  const advance = await call(office, raceDay.advance, { params: { id: category._id } });
  expect(advance.tied).toHaveLength(2);
  expect(advance.tied.map((entry) => rowerOf(entry).name).toSorted()).toEqual(
    [rowers[finalists - 1]?.name, rowers[finalists]?.name].toSorted(),
  );
  const entries = advance.entries.filter((entry) => entry !== advance.tied[1]);
  const final = await call(office, raceDay.drawFinal, {
    params: { id: category._id },
    body: { action: randomUUIDv7(), entries },
  });
  await call(office, raceDay.publish, { params: { id: event._id } });
  await desk.reload();
  await press('Call the athletes');
  await becomes(final._id, 'called');
  await sitDown((await raceNow(final._id)).race, 'Final');
  await press('Arm the race');
  const last = await rowFrom(final._id, reaction);
  await Promise.all(last.map(({ run }) => run.finished));
  await becomes(final._id, 'finished');
  // Two seats were noted wrongly: the official swaps them after the race, and each athlete keeps their own monitor's
  // time.
  const { race: done } = await raceNow(final._id);
  const [left, right] = done.lanes.filter(({ entry }) => entry !== null);
  await call(office, raceDay.swap, {
    params: { id: final._id },
    body: {
      action: randomUUIDv7(),
      version: done.version,
      lanes: [left?.lane ?? 0, right?.lane ?? 0],
      reason: 'The seats were noted wrongly',
    },
  });
  await desk.reload();
  await officialise(final._id);

  // The table: each official time beside the final packet of its monitor.
  const table: string[] = [];
  let compared = 0;
  for (const { _id } of [first, second, final]) {
    const { race, attempts } = await raceNow(_id);
    for (const { lane, entry, result } of race.lanes) {
      if (entry === null) continue;
      const { name, row } = rowerOf(entry);
      const valid = attempts.find((attempt) => attempt.isValid && attempt.entry === entry);
      const words = `${race.round} ${race.number}  lane ${lane}  ${name}  monitor ${(row.hundredths / 100).toFixed(2)}  official ${((result ?? 0) / 10).toFixed(1)}  ${valid?.source ?? 'none'}`;
      table.push(words);
      expect(result, words).toBe(Math.round(row.hundredths / 10));
      expect(valid?.source, words).toBe(_id === first._id && lane === deadLane ? 'hand' : 'monitor');
      compared += 1;
    }
  }
  const day = await call(office, raceDay.log, { params: { id: event._id }, query: {} });
  console.log(table.join('\n'));
  console.log(
    day
      .toReversed()
      .map(({ at, by, kind, text }) => `${at}  ${by ?? 'server'}  ${kind}  ${text}`)
      .join('\n'),
  );
  expect(compared).toBe(lanes * 2 + finalists);
  const results = await call(office, raceResults.ofEvent, { params: { id: event._id } });
  const medalists = entries
    .map((entry) => rowerOf(entry))
    .sort((one, other) => one.row.hundredths - other.row.hundredths);
  expect(results.categories[0]?.rows.slice(0, 3).map(({ name }) => name)).toEqual(
    medalists.slice(0, 3).map(({ name }) => name),
  );
  await judge.api.dispose();
});
