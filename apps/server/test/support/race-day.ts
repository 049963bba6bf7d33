import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { races, type RaceEntry, type RaceRules, type WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay, type RaceInFull, type RaceNow } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import { raceResults, type PublicRacePage, type RaceResults } from '@boathouse/contract/races/results';
import type { Database } from '../../src/db/database.ts';
import { rulesOf2k } from '../../src/features/racing/races/factory.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import type { Person, TestApp } from './test-app.ts';

/** A race day over the API, as its officials run it. */
export class RaceDay {
  readonly event = randomUUIDv7();
  readonly category = randomUUIDv7();
  /** The page with the race control. */
  readonly device = randomUUID();

  readonly app: TestApp;
  readonly db: Database;
  readonly admin: Person;
  readonly club: string;

  constructor(app: TestApp, db: Database, admin: Person, club: string) {
    this.app = app;
    this.db = db;
    this.admin = admin;
    this.club = club;
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    as = this.admin,
  ) {
    return this.app.call(method, `/api${path}`, { as, ...(body ? { body } : {}) });
  }

  async ok(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    as = this.admin,
  ) {
    const answer = await this.call(method, path, body, as);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Creates the published event with one category. */
  async setUp(more: object = {}, rules: Partial<RaceRules> = {}): Promise<this> {
    await this.ok('POST', `/clubs/${this.club}/races`, {
      _id: this.event,
      title: 'Club sprints',
      day: '2026-05-01',
      timeZone: 'Europe/Berlin',
      lanes: 6,
      ...more,
    });
    await this.ok('PATCH', `/races/events/${this.event}`, { isPublished: true });
    const category = { _id: this.category, name: 'Open 2k', rules: { ...rulesOf2k, ...rules } };
    await this.ok('POST', `/races/events/${this.event}/categories`, category);
    return this;
  }

  async enter(name: string, more: object = {}): Promise<RaceEntry> {
    const body = { _id: randomUUIDv7(), category: this.category, name, ...more };
    return races.addEntry.response.parse(await this.ok('POST', `/races/events/${this.event}/entries`, body));
  }

  async draw(): Promise<Race[]> {
    await this.ok('POST', `/races/categories/${this.category}/draw`, { action: randomUUIDv7() });
    return raceDay.publish.response.parse(await this.ok('POST', `/races/events/${this.event}/publish`));
  }

  async takeControl(): Promise<void> {
    await this.ok('PUT', `/races/events/${this.event}/control`, { device: this.device });
  }

  async full(race: string, as = this.admin): Promise<RaceInFull> {
    return raceDay.race.response.parse(await this.ok('GET', `/races/${race}`, undefined, as));
  }

  async race(id: string): Promise<Race> {
    return (await this.full(id)).race;
  }

  /** Runs an action of the race control, which has seen the present race. */
  async act(race: string, what: string, more: object = {}): Promise<Race> {
    const { version } = await this.race(race);
    const body = { action: randomUUIDv7(), version, device: this.device, ...more };
    return raceDay.call.response.parse(await this.ok('POST', `/races/${race}/${what}`, body));
  }

  /** The same without a device, like an official's action at the desk. */
  async decide(race: string, what: string, more: object = {}): Promise<Race> {
    const { version } = await this.race(race);
    return raceDay.makeOfficial.response.parse(
      await this.ok('POST', `/races/${race}/${what}`, { action: randomUUIDv7(), version, ...more }),
    );
  }

  /** Calls, arms and starts a race. Returns it with the moments of its start. */
  async start(race: string): Promise<Race> {
    await this.act(race, 'call');
    await this.act(race, 'arm');
    return this.act(race, 'start');
  }

  /** Stores the final result of an athlete's monitor in the race's session. */
  async row(race: Race, userId: string, elapsedTime: number, more: object = {}): Promise<string> {
    const session = race.run?.session ?? '';
    const rowAt = new Date(race.run?.start?.rowAt ?? 0);
    return buildActivity(this.db, {
      userId,
      sessionId: session,
      workoutItemIndex: 0,
      distance: 2_000,
      elapsedTime,
      createdAt: new Date(rowAt.getTime() - 60_000),
      rowingSince: new Date(rowAt.getTime() + 200),
      completedAt: new Date(rowAt.getTime() + elapsedTime * 1_000),
      ...more,
    });
  }

  async enterByHand(race: string, lane: number, more: object, as = this.admin): Promise<RaceInFull> {
    const body = { action: randomUUIDv7(), lane, outcome: 'finished', ...more };
    return raceDay.enter.response.parse(await this.ok('POST', `/races/${race}/attempts`, body, as));
  }

  async whole(as = this.admin): Promise<WholeRaceEvent> {
    return races.byId.response.parse(await this.ok('GET', `/races/events/${this.event}`, undefined, as));
  }

  async now(as = this.admin): Promise<RaceNow> {
    return raceDay.now.response.parse(await this.ok('GET', `/races/events/${this.event}/now`, undefined, as));
  }

  async results(as = this.admin): Promise<RaceResults> {
    return raceResults.ofEvent.response.parse(
      await this.ok('GET', `/races/events/${this.event}/results`, undefined, as),
    );
  }

  async makePage(): Promise<string> {
    const made = races.makePage.response.parse(await this.ok('POST', `/races/events/${this.event}/page`));
    return made.key;
  }

  async page(key: string): Promise<PublicRacePage> {
    return raceResults.page.response.parse((await this.app.call('GET', `/api/races/pages/${key}`)).body);
  }

  async logged(): Promise<{ kind: string; text: string; by: string | null }[]> {
    return raceDay.log.response.parse(await this.ok('GET', `/races/events/${this.event}/log`));
  }
}
