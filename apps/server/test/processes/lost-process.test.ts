import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { liveEvents } from '@boathouse/contract/live';
import { liveAddressOf, routeOf } from '@boathouse/contract/live/address';
import { buildSession } from '../../src/features/sessions/sessions/factory.ts';
import { compare, signUpRowers } from '../kills/kill-run.ts';
import type { CallCounts } from '../kills/retrying-client.ts';
import { liveSample } from '../support/live-sample.ts';
import type { Person } from '../support/test-app.ts';
import { TestPage } from '../support/test-page.ts';
import { Cluster } from './cluster.ts';
import { onSeveralProcesses } from './servers.ts';

/** A page that reconnects to its session's room after each loss, like the web app. */
class ReturningPage {
  readonly #cluster: Cluster;
  readonly #person: Person;
  readonly #room: string;
  /** The newest sample seen of each activity, by its seq. */
  readonly seen = new Map<string, number>();
  page: TestPage | null = null;
  entries = 0;
  #isClosed = false;
  readonly #living: Promise<void>;

  constructor(cluster: Cluster, person: Person, room: string) {
    this.#cluster = cluster;
    this.#person = person;
    this.#room = room;
    this.#living = this.#live();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.page?.close();
    await this.#living;
  }

  async #live(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const page = await TestPage.open(this.#cluster.address, {
          as: this.#person,
          address: liveAddressOf(this.#room),
        });
        const ended = new Promise((resolve) => page.socket.once('disconnect', resolve));
        const outcome = await page.outcomeOf(liveEvents.joinRoom, {
          user: this.#person.user._id,
          room: this.#room,
        });
        if (outcome === 'ok' && !this.#isClosed) {
          this.page = page;
          this.entries += 1;
          void this.#watch(page);
          await ended;
          this.page = null;
        }
        page.close();
      } catch {
        // Refused by the proxy, or cut off while joining.
      }
      await delay(100);
    }
  }

  async #watch(page: TestPage): Promise<void> {
    while (this.page === page) {
      const { rows } = await page.nextFrame();
      for (const { activity, sample } of rows) this.seen.set(activity, sample.elapsedTime);
    }
  }
}

const rowing = { rowers: 5, seed: 18, strokeMs: 25, batchMs: 50, strokeCount: [280, 320] } as const;

onSeveralProcesses('four processes behind the proxy', { timeout: 60_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start(4);
  }, 60_000);
  afterAll(() => cluster?.end());

  test('one that is killed loses and doubles no stroke, and its pages meet on another', async () => {
    const faults: string[] = [];
    const counts: CallCounts = { requests: 0, repeated: 0, appendMs: [] };
    const rowers = await signUpRowers(rowing, { address: cluster.address }, counts, (text) =>
      faults.push(text),
    );
    const people: Person[] = rowers.map(({ client, userId }, index) => ({
      uid: '',
      token: client.token,
      user: { _id: userId, displayName: `Rower ${index + 1}`, iconURL: null },
    }));
    const [host] = people;
    if (!host) throw new Error('There are no rowers');
    const room = await buildSession(cluster.db, { hostUserId: host.user._id });
    const pages = people.map((person) => new ReturningPage(cluster, person, room));
    await vi.waitFor(() => expect(pages.every(({ page }) => page !== null)).toBe(true), 10_000);

    const rowed = rowers.map((rower) => rower.row({ session: room, workoutItemIndex: 0 }));
    const activityIds = () => rowers.map(({ journals }) => journals[0]?.activityId ?? '');
    let seq = 0;
    const sending = setInterval(() => {
      seq += 1;
      for (const [index, { page }] of pages.entries()) {
        const activity = activityIds()[index];
        if (activity) page?.sendSample(activity, { ...liveSample(seq), isSimulated: false });
      }
    }, 250);
    try {
      const everyoneSees = (from: number) =>
        vi.waitFor(
          () => {
            for (const { seen } of pages) {
              for (const id of activityIds()) expect(seen.get(id) ?? 0).toBeGreaterThan(from);
            }
          },
          { timeout: 20_000, interval: 50 },
        );
      await everyoneSees(0);
      const home = await homeOf(cluster, room, host);
      await cluster.kill(home);
      const killedAt = seq;
      await vi.waitFor(() => expect(pages.every(({ entries }) => entries === 2)).toBe(true), 20_000);
      await everyoneSees(killedAt);
      expect(await homeOf(cluster, room, host, home)).not.toBe(home);
      await cluster.restart(home);
      await Promise.all(rowed);
    } finally {
      clearInterval(sending);
      await Promise.all(pages.map((page) => page.close()));
    }
    expect(await compare(rowers)).toMatchObject({
      activities: rowing.rowers,
      lostStrokes: 0,
      doubledStrokes: 0,
      wrongResults: 0,
      miscounted: 0,
    });
    expect(faults).toEqual([]);
  });

  describe('without Redis', () => {
    test('rooms and calls continue; messages sent in between are handled when it is back', async () => {
      const [ann, ben] = [await cluster.signUp('Ann'), await cluster.signUp('Ben')];
      const room = await buildSession(cluster.db, { hostUserId: ann.user._id });
      const open = (person: Person) =>
        TestPage.open(cluster.address, { as: person, address: liveAddressOf(room) });
      const [anns, bens] = [await open(ann), await open(ben)];
      const join = (page: TestPage, person: Person) =>
        page.outcomeOf(liveEvents.joinRoom, { user: person.user._id, room });
      expect([await join(anns, ann), await join(bens, ben)]).toEqual(['ok', 'ok']);
      const home = await homeOf(cluster, room, ann);
      const elsewhere = cluster.addressOf((home + 1) % 4);

      await cluster.stopRedis();
      const readiness = () => cluster.call(elsewhere, 'GET', '/readyz');
      await vi.waitFor(
        async () =>
          expect(await readiness()).toEqual({ status: 200, body: { status: 'redis does not answer' } }),
        10_000,
      );
      expect((await cluster.call(elsewhere, 'GET', `/api/sessions/${room}`, { as: ben })).status).toBe(200);
      // A page connects, and another page's login ends on another process, which can't announce it yet.
      const late = await open(ann);
      expect(await join(late, ann)).toBe('ok');
      const gone = new Promise((resolve) => bens.socket.once('disconnect', resolve));
      const reload = anns.next(liveEvents.roomReload);
      const signOut = await cluster.call(elsewhere, 'POST', '/api/auth/sign-out', { as: ben, body: {} });
      expect(signOut.status).toBe(200);
      expect(anns.socket.connected).toBe(true);

      await cluster.startRedis();
      await gone;
      expect(await reload).toEqual({ room });
      await vi.waitFor(
        async () => expect(await readiness()).toEqual({ status: 200, body: { status: 'ok' } }),
        10_000,
      );
      for (const page of [anns, late]) expect(page.socket.connected).toBe(true);
      const changed = anns.next(liveEvents.sessionChanged);
      await cluster.call(elsewhere, 'PATCH', `/api/sessions/${room}`, { as: ann, body: { title: 'Back' } });
      expect(await changed).toMatchObject({ session: { title: 'Back' } });
      for (const page of [anns, late]) page.close();
    });
  });
});

/** Returns the process that has a session: the only one that admits a program without an address. */
async function homeOf(cluster: Cluster, room: string, person: Person, except?: number): Promise<number> {
  for (const at of cluster.processes.keys()) {
    if (at === except) continue;
    const program = await TestPage.open(cluster.addressOf(at), { as: person, protocol: undefined });
    const outcome = await program.outcomeOf(liveEvents.joinRoom, { user: person.user._id, room });
    program.close();
    if (outcome === 'ok') return at;
  }
  throw new Error(`No process has ${routeOf(room)}`);
}
