import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { RaceState } from '@boathouse/contract/races/race';
import { raceAttempts, raceEntries, raceEvents, raceLog } from '../../src/db/tables.ts';
import { newSecretKey, digestOf } from '../../src/infra/secret-key.ts';
import { buildRaceDay, rulesOf2k } from '../../src/features/racing/races/factory.ts';
import { codeDigest } from '../../src/features/racing/races/codes/rules.ts';
import { keyFor } from '../../src/infra/sealed-text.ts';
import { newId } from '../../src/db/ids.ts';
import { nowMs } from '../support/now.ts';
import type { Person } from '../support/test-app.ts';
import { type Attempt, type Attempts, type Fixture } from './authorization-fixture.ts';

const pageKey = newSecretKey();
const device = randomUUID();
const code = '7KQ2M9XD';
/** The key for codes that follows from the secret of `TestApp`. */
const codeKey = keyFor('the secret of a test, of 32 or more', 'codes of races');
const file = Buffer.from('Name;Bib\nNew Name;77\n').toString('base64');

/** A race day of the club, with Hana Host as its judge and Mia Member in lane 3. */
function raceDays(fixture: Fixture) {
  const shared = fixture.shared<
    Awaited<ReturnType<typeof buildRaceDay>> & { attempt: string; protest: string }
  >();
  const build = async (state: RaceState, isPublished: boolean, isEmpty: boolean, hasGuest: boolean) => {
    const { owner, host, member, other } = fixture.people();
    // One event has the page's key, and one entry the code.
    await fixture.db().update(raceEntries).set({ codeDigest: null });
    await fixture
      .db()
      .delete(raceEvents)
      .where(eq(raceEvents.pageDigest, digestOf(pageKey)));
    const isHeats = state === 'provisional';
    const built = await buildRaceDay(fixture.db(), {
      clubId: fixture.clubId(),
      hostUserId: owner.user._id,
      day: new Date(nowMs()).toISOString().slice(0, 10),
      judges: [host.user._id],
      entries: isEmpty
        ? []
        : [
            { name: 'Mia Member', userId: member.user._id, bib: '7' },
            {
              name: 'Guest',
              codeNumber: 1,
              codeDigest: codeDigest(codeKey, code),
              ...(hasGuest ? { userId: other.user._id, claimedAt: new Date(nowMs()) } : {}),
            },
          ],
      rules: {
        progression: isHeats ? { kind: 'heats', heats: 1, byPlace: 1, fastest: 0 } : { kind: 'flights' },
      },
      pageDigest: digestOf(pageKey),
      isPublished,
      state,
      ...(['started', 'finished', 'provisional', 'official'].includes(state)
        ? { rowAt: new Date(nowMs() - 3_600_000) }
        : {}),
    });
    const [race] = built.races;
    const attempt = newId();
    const protest = newId();
    if (race !== undefined && ['finished', 'provisional', 'official'].includes(state)) {
      await fixture
        .db()
        .insert(raceAttempts)
        .values(
          [3, 4].map((lane, index) => ({
            id: index === 0 ? attempt : newId(),
            raceId: race.id,
            lane,
            entryId: built.entries[index] ?? null,
            source: 'hand' as const,
            tenths: 4_200,
            meters: 2_000,
            splits: [],
            outcome: 'finished' as const,
            enteredBy: other.user._id,
            createdAt: new Date(nowMs()),
            ...(state === 'finished' ? {} : { confirmedBy: owner.user._id }),
          })),
        );
    }
    await fixture
      .db()
      .insert(raceLog)
      .values({
        id: protest,
        eventId: built.event,
        raceId: state === 'finished' ? (race?.id ?? null) : null,
        at: new Date(nowMs()),
        userId: host.user._id,
        isByUser: true,
        kind: 'protest',
        text: 'Lane 3 was early',
        data: {},
      });
    return { ...built, attempt, protest };
  };
  return (state: RaceState, { isPublished = true, isEmpty = false, hasGuest = false } = {}) =>
    shared(`${state} ${isPublished} ${isEmpty} ${hasGuest}`, () =>
      build(state, isPublished, isEmpty, hasGuest),
    );
}

export function raceAttemptsOf(fixture: Fixture) {
  const dayIn = raceDays(fixture);
  const call: ReturnType<Fixture['app']>['call'] = (...given) => fixture.app().call(...given);
  const action = () => ({ action: randomUUIDv7() });
  const versioned = () => ({ ...action(), version: 0 });
  const raceOf = async (state: RaceState, options = {}) => {
    const day = await dayIn(state, options);
    return { ...day, race: day.races[0]?.id ?? '' };
  };
  /** Runs an action while the caller's page has the race control. */
  const controlled =
    (what: string, state: RaceState, more: object = {}): Attempt =>
    async (as) => {
      const { event, race } = await raceOf(state);
      const control = {
        controlUserId: as?.user._id || null,
        controlDevice: device,
        controlAt: new Date(nowMs()),
      };
      await fixture.db().update(raceEvents).set(control).where(eq(raceEvents.id, event));
      return call('POST', `/api/races/${race}/${what}`, { as, body: { ...versioned(), device, ...more } });
    };
  const inRace =
    (method: 'GET' | 'POST' | 'PUT', what: string, state: RaceState, body?: () => object): Attempt =>
    async (as) => {
      const { race } = await raceOf(state);
      return call(method, `/api/races/${race}${what}`, { as, ...(body ? { body: body() } : {}) });
    };
  const inEvent =
    (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      what: string,
      body?: (as: Person | null) => object,
    ): Attempt =>
    async (as, situation) => {
      const hasGuest = situation.startsWith('withGuest');
      const day = await dayIn('published', { isPublished: situation !== 'unpublished', hasGuest });
      const url = `/api/races/events/${day.event}${what}`;
      return call(method, url, { as, ...(body ? { body: body(as) } : {}) });
    };
  const list = { fileName: 'list.csv', file };
  const club = (situation: string) => (situation === 'ofNoClub' ? randomUUID() : fixture.clubId());
  const newEvent = { title: 'Sprints', day: '2026-12-05', timeZone: 'UTC' };

  const setUp = {
    'races.ofClub': async (as, situation) => {
      await dayIn('published');
      return call('GET', `/api/clubs/${club(situation)}/races`, { as });
    },
    'races.create': (as, situation) =>
      call('POST', `/api/clubs/${club(situation)}/races`, { as, body: { _id: randomUUIDv7(), ...newEvent } }),
    'races.byId': inEvent('GET', ''),
    'races.change': inEvent('PATCH', '', () => ({ title: 'Other sprints' })),
    'races.remove': inEvent('DELETE', ''),
    'races.addJudge': (as, situation) =>
      inEvent('PUT', `/judges/${fixture.people().member.user._id}`)(as, situation),
    'races.removeJudge': (as, situation) =>
      inEvent('DELETE', `/judges/${fixture.people().host.user._id}`)(as, situation),
    'races.makePage': inEvent('POST', '/page'),
    'races.closePage': inEvent('DELETE', '/page'),
    'races.addCategory': inEvent('POST', '/categories', () => ({
      _id: randomUUIDv7(),
      name: 'Other',
      rules: rulesOf2k,
    })),
    'races.changeCategory': async (as) => {
      const { category } = await dayIn('published');
      return call('PATCH', `/api/races/categories/${category}`, { as, body: { name: 'Other' } });
    },
    'races.removeCategory': async (as) => {
      const { category } = await dayIn('published', { isEmpty: true });
      return call('DELETE', `/api/races/categories/${category}`, { as });
    },
    'races.addEntry': async (as) => {
      const { event, category } = await dayIn('published');
      const body = { _id: randomUUIDv7(), category, name: 'Late Entry' };
      return call('POST', `/api/races/events/${event}/entries`, { as, body });
    },
    'races.changeEntry': async (as) => {
      const { entries } = await dayIn('published');
      return call('PATCH', `/api/races/entries/${entries[0]}`, { as, body: { isScratched: true } });
    },
    'races.removeEntry': async (as) => {
      const { entries } = await dayIn('published');
      return call('DELETE', `/api/races/entries/${entries[0]}`, { as });
    },
    'races.weigh': async (as) => {
      const { entries } = await dayIn('published');
      return call('PUT', `/api/races/entries/${entries[0]}/weighing`, { as, body: { weighed: 'passed' } });
    },
    'startLists.preview': inEvent('POST', '/start-list/preview', () => list),
    'startLists.apply': inEvent('POST', '/start-list', () => ({ ...list, digest: 'another', seats: false })),
    'startLists.ofEvent': inEvent('GET', '/start-list'),
    'startLists.ofRace': inRace('GET', '/start-list?format=rac2', 'published'),
  } satisfies Attempts<'races' | 'startLists'>;

  const day = {
    'raceDay.now': inEvent('GET', '/now'),
    'raceDay.mine': async (as, situation) => {
      await dayIn('published', { hasGuest: situation === 'withGuest' });
      return call('GET', '/api/races/mine', { as });
    },
    'raceDay.race': inRace('GET', '', 'called'),
    'raceDay.draw': async (as) => {
      const { category } = await dayIn('published');
      return call('POST', `/api/races/categories/${category}/draw`, { as, body: action() });
    },
    'raceDay.advance': async (as) => {
      const { category } = await dayIn('provisional');
      return call('GET', `/api/races/categories/${category}/advance`, { as });
    },
    'raceDay.drawFinal': async (as) => {
      const { category, entries } = await dayIn('provisional');
      return call('POST', `/api/races/categories/${category}/final`, { as, body: { ...action(), entries } });
    },
    'raceDay.timetable': async (as) => {
      const { event, races } = await dayIn('published');
      const body = { races: [{ race: races[0]?.id, startsAt: '2026-12-01T11:00:00.000Z' }] };
      return call('PUT', `/api/races/events/${event}/timetable`, { as, body });
    },
    'raceDay.publish': inEvent('POST', '/publish'),
    'raceDay.seat': async (as) => {
      const { race, entries } = await raceOf('published');
      return call('POST', `/api/races/${race}/seats`, {
        as,
        body: { ...versioned(), entry: entries[0], lane: 6 },
      });
    },
    'raceDay.swap': inRace('POST', '/swaps', 'published', () => ({ ...versioned(), lanes: [3, 4] })),
    'raceDay.setLane': async (as, situation) => {
      const { race } = await raceOf('called', { hasGuest: situation.startsWith('withGuest') });
      const lane = situation.startsWith('ofMember') ? 3 : 4;
      const body = { ...action(), state: situation.endsWith('Out') ? 'dns' : 'here' };
      return call('PATCH', `/api/races/${race}/lanes/${lane}`, { as, body });
    },
    'raceDay.takeControl': inEvent('PUT', '/control', () => ({ device: randomUUID() })),
    'raceDay.releaseControl': inEvent('DELETE', `/control?device=${device}`),
    'raceDay.call': controlled('call', 'published'),
    'raceDay.arm': controlled('arm', 'called'),
    'raceDay.start': controlled('start', 'armed'),
    'raceDay.stop': controlled('stop', 'started'),
    'raceDay.finish': controlled('finish', 'started'),
    'raceDay.rerow': controlled('runs', 'stopped'),
    'raceDay.enter': inRace('POST', '/attempts', 'started', () => ({
      ...action(),
      lane: 3,
      outcome: 'finished',
      tenths: 4_100,
    })),
    'raceDay.enterFile': inRace('POST', '/result-file', 'started', () => ({
      ...action(),
      ...list,
      isPreview: true,
    })),
    'raceDay.confirm': async (as) => {
      const { race, attempt } = await raceOf('finished');
      return call('POST', `/api/races/${race}/confirmations`, { as, body: { attempts: [attempt] } });
    },
    'raceDay.choose': async (as) => {
      const { race, attempt } = await raceOf('finished');
      const body = { ...action(), attempt, reason: 'The monitor was reset' };
      return call('PUT', `/api/races/${race}/lanes/3/attempt`, { as, body });
    },
    'raceDay.makeProvisional': inRace('POST', '/provisional', 'finished', versioned),
    'raceDay.makeOfficial': inRace('POST', '/official', 'provisional', versioned),
    'raceDay.reopen': inRace('POST', '/reopening', 'official', () => ({
      ...versioned(),
      reason: 'A wrong time',
    })),
    'raceDay.protest': inRace('POST', '/protests', 'finished', () => ({
      ...action(),
      lane: 3,
      text: 'Early',
    })),
    'raceDay.decide': async (as) => {
      const { race, protest } = await raceOf('finished');
      const body = { outcome: 'rejected', text: 'It was not' };
      return call('PUT', `/api/races/${race}/protests/${protest}`, { as, body });
    },
    'raceDay.log': inEvent('GET', '/log'),
  } satisfies Attempts<'raceDay'>;

  const keyIn = (situation: string) => (situation === 'withItsKey' ? pageKey : newSecretKey());
  const byKey =
    (what: string): Attempt =>
    async (as, situation) => {
      await dayIn('provisional');
      return call('GET', `/api/races/pages/${keyIn(situation)}${what}`, { as });
    };
  const results = {
    'raceResults.before': inEvent('GET', '/before'),
    'raceResults.ofEvent': inEvent('GET', '/results'),
    'raceResults.file': inEvent('GET', '/results/file'),
    'raceResults.page': byKey(''),
    'raceResults.pageNow': byKey('/now'),
    'raceResults.pageReplay': async (as, situation) => {
      const { race } = await raceOf('provisional');
      return call('GET', `/api/races/pages/${keyIn(situation)}/replays/${race}`, { as });
    },
    'raceResults.pageFile': byKey('/file'),
  } satisfies Attempts<'raceResults'>;

  const codes = {
    'raceCodes.ofEvent': inEvent('PUT', '/codes'),
    'raceCodes.renew': async (as) => {
      const { entries } = await dayIn('published');
      return call('POST', `/api/races/entries/${entries[1]}/code`, { as });
    },
    'raceCodes.claim': async (as, situation) => {
      await dayIn('published', { hasGuest: situation === 'usedCode' });
      const typed = situation === 'wrongCode' ? 'AAAA-AAAA' : code;
      return call('POST', '/api/races/claims', { as, body: { code: typed } });
    },
    'raceCodes.enter': async (as, situation) => {
      await dayIn('published', { hasGuest: situation === 'usedCode' });
      const typed = situation === 'wrongCode' ? 'AAAA-AAAA' : code;
      return call('POST', '/api/races/guests', { as, body: { code: typed } });
    },
  } satisfies Attempts<'raceCodes'>;

  return { ...setUp, ...day, ...results, ...codes };
}
