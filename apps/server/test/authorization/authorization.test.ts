import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '@boathouse/contract/api';
import { directChannelKey, groupChannelKey } from '@boathouse/contract/chat';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { ProblemSchema } from '@boathouse/contract/errors';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { liveEvents, RefusalSchema } from '@boathouse/contract/live';
import { encodeFrame } from '@boathouse/contract/live/frame';
import { encodeAcknowledgement, encodeSample } from '@boathouse/contract/live/messages';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { onOneDatabase } from '../support/databases.ts';
import { liveSample } from '../support/live-sample.ts';
import type { Person } from '../support/test-app.ts';
import { TestPage } from '../support/test-page.ts';
import {
  endpointMatrix,
  liveMatrix,
  mountedWithoutRow,
  packedMatrix,
  personas,
  type LiveOutcome,
  type Outcome,
  type Persona,
} from './matrix.ts';
import { attemptsWith } from './attempts.ts';
import { useAuthorizationFixture, visibilityOf, type Attempt } from './authorization-fixture.ts';
import { wellFormedCalls } from './well-formed-calls.ts';
import { nowMs } from '../support/now.ts';

type Row = Record<string, Partial<Record<Persona, Outcome>>>;
const rows: Array<[string, Row]> = Object.entries(endpointMatrix);

const endpoints: Array<[string, Endpoint]> = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
);

onOneDatabase('authorization', (database) => {
  const fixture = useAuthorizationFixture(database);

  const attempts = attemptsWith(fixture);

  describe('the authorization matrix of the API', () => {
    const attemptOf = new Map<string, Attempt>(Object.entries(attempts));

    for (const [key, situations] of rows) {
      for (const [situation, cells] of Object.entries(situations)) {
        test(`[API-AUTHZ] [SESS-11] ${key}, ${situation}: every persona gets the outcome of the matrix`, async () => {
          const attempt = attemptOf.get(key);
          if (!attempt) throw new Error(`No attempt makes ${key}`);
          expect(await fixture.outcomesOf(key, situation, cells, attempt)).toEqual(cells);
        });
      }
    }

    test('[API-AUTHZ] every route under /api has a row, and every row has a route', () => {
      const mounted = fixture
        .app()
        .app.routes.filter(({ method, url }) => url.startsWith('/api') && method !== 'HEAD')
        .filter(({ url }) => !mountedWithoutRow.some((known) => url === known || url.startsWith(`${known}/`)))
        .map(({ method, url }) => `${method} ${url}`);
      const inContract = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
      expect(mounted.sort()).toEqual(inContract.sort());
      expect(Object.keys(endpointMatrix).sort()).toEqual(endpoints.map(([key]) => key).sort());
    });

    test('[API-AUTHZ] outside /api only health checks, metrics, stored images and the help for devices are mounted', () => {
      const others = fixture
        .app()
        .app.routes.filter(({ url, method }) => !url.startsWith('/api') && method !== 'HEAD')
        .map(({ url }) => url);
      expect(others.filter((url) => !url.startsWith('/trust')).sort()).toEqual([
        '/files/*',
        '/livez',
        '/metrics',
        '/readyz',
      ]);
      expect(others.filter((url) => url.startsWith('/trust')).sort()).toEqual([
        '/trust',
        '/trust/boathouse.cer',
        '/trust/boathouse.crt',
        '/trust/page.css',
        '/trust/page.js',
        '/trust/reach',
        '/trust/worker.js',
      ]);
    });
  });

  describe('ids that claim to be the caller', () => {
    /** In a query or body these names always mean the caller. */
    const claimNames = ['user', 'requestingUser', 'hostUser', 'follower', 'fromUser', 'sender'];
    /** The specification sends the whole activity with a patch; the server ignores its `user`. */
    const carriedAlong = ['activities.patch body.user', 'activities.complete body.user'];
    /** Here `user` is the target: any user may read it, the caller is `requestingUser`, or it is a club's new owner. */
    const ofAnother = [
      'administration.handOverClub body.user',
      'clubs.isMember query.user',
      'clubs.revokeMembership query.user',
      'clubs.makeAdmin body.user',
      'clubs.revokeAdmin body.user',
      'clubs.makeMember body.user',
      'feed.athleteProfile query.user',
      // The member for whom a result is entered.
      'races.addEntry body.user',
      'races.changeEntry body.user',
    ];

    const keysOf = (schema: unknown): string[] =>
      schema instanceof z.ZodMiniObject
        ? Object.keys(schema.def.shape)
        : schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
          ? keysOf(schema.def.innerType)
          : [];

    test('[API-AUTHZ] every field with such a name is declared as a caller claim', () => {
      const undeclared = endpoints.flatMap(([key, endpoint]) =>
        (['query', 'body'] as const).flatMap((part) =>
          keysOf(endpoint[part])
            .filter((name) => claimNames.includes(name))
            .filter((name) => !endpoint.caller?.includes(`${part}.${name}`))
            .map((name) => `${key} ${part}.${name}`),
        ),
      );
      expect(undeclared.sort()).toEqual([...carriedAlong, ...ofAnother].sort());
    });

    const claims = endpoints.flatMap(([key, endpoint]) =>
      (endpoint.caller ?? []).map((claim): [string, Endpoint, string] => [key, endpoint, claim]),
    );

    test.for(claims)(
      '[API-AUTHZ] %s rejects the id of another user as %s',
      async ([, endpoint, claim], { expect }) => {
        const { self, other } = fixture.people();
        await fixture.forgetActivities();
        const calls = await wellFormedCalls(fixture);
        const [part, name = ''] = claim.split('.');
        const { params, query, body } = calls[`${endpoint.method} ${endpoint.path}`] ?? {};
        const attempt = (wrong: string | null) => {
          const changed = (where: string, given: Record<string, string>) =>
            wrong !== null && part === where ? { ...given, [name]: wrong } : given;
          const inPath = changed('params', { id: self.user._id, ...params });
          const path = endpoint.path.replaceAll(/:([a-zA-Z]+)/g, (_, key: string) => inPath[key] ?? '');
          const search = query ? `?${new URLSearchParams(changed('query', query)).toString()}` : '';
          return fixture.app().call(endpoint.method, `/api${path}${search}`, {
            as: self,
            body: body && wrong !== null && part === 'body' ? { ...body, [name]: wrong } : body,
          });
        };
        // The valid call may fail, but not because of its shape or its claim.
        const { status, body: answer } = await attempt(null);
        if (status !== 200)
          expect(answer).not.toMatchObject({ code: expect.stringMatching(/bad_request|not_the_caller/) });
        const refused = await attempt(other.user._id);
        expect(refused).toMatchObject({ status: 403, body: { code: 'not_the_caller' } });
        expect(ProblemSchema.parse(refused.body).message).toContain(name);
      },
    );
  });

  describe('the authorization matrix of the live channel', () => {
    const onAnotherConnection = 'linkOnTheConnectionOfAnotherSession';
    const pages: TestPage[] = [];
    afterEach(() => {
      for (const page of pages.splice(0)) page.close();
    });

    async function payloadOf(
      event: keyof typeof liveMatrix,
      situation: string,
      person: Person,
      page: TestPage,
    ) {
      const user = person.user._id;
      if (event === 'joinRoom') {
        if (situation === 'asSelf')
          return { user: fixture.people().self.user._id, room: await fixture.sessionOf('link', person) };
        const visibility = situation === onAnotherConnection ? 'link' : visibilityOf(situation);
        return { user, room: await fixture.sessionOf(visibility, person) };
      }
      if (event === 'sample') {
        await fixture.forgetActivities();
        const room = await fixture.sessionOf('link', person);
        const activity = await buildActivity(fixture.db(), {
          userId: fixture.people().self.user._id,
          ...(situation === 'ofSelfWithoutASession' ? { visibility: 'profile' } : { sessionId: room }),
        });
        if (situation === 'ofSelfInTheRoom') await page.ask(liveEvents.joinRoom, { user, room });
        return { activity, sample: liveSample(1) };
      }
      if (event === 'sendMessage') return messageOf(situation, person, page);
      if (event === 'nudge') return nudgeOf(situation, person, page);
      if (event === 'setMonitors') {
        const room = await fixture.sessionOf(situation === 'inTheClubsRoom' ? 'club' : 'link', person);
        if (situation !== 'outsideTheRoom') await page.ask(liveEvents.joinRoom, { user, room });
        return { room, press: randomUUID(), item: situation === 'ofAMissingItem' ? 3 : 0 };
      }
      const room = await fixture.sessionOf('link', person);
      if (event === 'monitorReport') {
        if (situation === 'inTheRoom') await page.ask(liveEvents.joinRoom, { user, room });
        return { room, report: { answer: null } };
      }
      if (event === 'ergAsk') return { activity: randomUUID() };
      if (event === 'clockAsk') return { number: 1 };
      if (event === 'memberState') {
        const state = { isErgConnected: true, setItems: null, isInFront: true, item: null, isRowing: false };
        return { room, state };
      }
      return { room };
    }

    async function messageOf(situation: string, person: Person, page: TestPage) {
      const user = person.user._id;
      const { self } = fixture.people();
      const room = await fixture.sessionOf(situation === 'inTheClubsRoom' ? 'club' : 'link', person);
      if (situation !== 'outsideTheRoom') await page.ask(liveEvents.joinRoom, { user, room });
      if (situation === 'toSelf') {
        const theirs = await TestPage.open(fixture.address(), { as: self });
        pages.push(theirs);
        await theirs.ask(liveEvents.joinRoom, { user: self.user._id, room });
      }
      const recipient = situation.startsWith('toSelf') ? self.user._id : null;
      return {
        sender: situation === 'asSelf' ? self.user : { _id: user, displayName: '', iconURL: null },
        recipient,
        room,
        channelKey: recipient === null ? groupChannelKey : directChannelKey(user, recipient),
        message: 'Ready all, row',
        timestamp: new Date(0).toISOString(),
      };
    }

    async function nudgeOf(situation: string, person: Person, page: TestPage) {
      const { self, member } = fixture.people();
      const place = situation === 'inTheClubsRoom' ? 'club' : 'link';
      const rower = place === 'club' ? member : self;
      const room = await fixture.sessionOf(place, person);
      const rowedIn = situation === 'ofAnotherSession' ? await fixture.sessionOf(place, person) : room;
      await fixture.forgetActivities();
      const activity = await buildActivity(fixture.db(), {
        userId: rower.user._id,
        sessionId: rowedIn,
        ...(situation === 'ofACompletedActivity' ? { completedAt: new Date(nowMs()) } : {}),
      });
      if (situation !== 'outsideTheRoom') {
        await page.ask(liveEvents.joinRoom, { user: person.user._id, room });
      }
      if (situation !== 'ofAnAthleteWhoIsElsewhere') {
        const theirs = await TestPage.open(fixture.address(), { as: rower });
        pages.push(theirs);
        await theirs.ask(liveEvents.joinRoom, { user: rower.user._id, room });
      }
      return { room, activity, text: 'Rate 22' };
    }

    const events = Object.keys(liveMatrix).filter((name): name is keyof typeof liveMatrix =>
      Object.hasOwn(liveMatrix, name),
    );

    for (const event of events) {
      for (const [situation, given] of Object.entries(liveMatrix[event].situations)) {
        const cells: Partial<Record<Persona, LiveOutcome>> = given;
        test(`[API-AUTHZ] [SESS-11] [SOCK-1] ${event}, ${situation}: every persona gets the outcome of the matrix`, async () => {
          const got: Partial<Record<Persona, string>> = {};
          for (const persona of personas) {
            if (cells[persona] !== undefined) got[persona] = await outcomeOnPage(persona, event, situation);
          }
          expect(got).toEqual(cells);
        });
      }
    }

    async function outcomeOnPage(
      persona: Persona,
      event: keyof typeof liveMatrix,
      situation: string,
    ): Promise<string> {
      const person = fixture.personOf(persona);
      let page: TestPage;
      try {
        const address = situation === onAnotherConnection ? liveAddressOf(randomUUID()) : {};
        page = await TestPage.open(fixture.address(), { as: person, address });
      } catch (error) {
        return `handshake: ${error instanceof Error ? error.message : String(error)}`;
      }
      pages.push(page);
      if (!person) return 'ok';
      return page.outcomeOf(liveEvents[event], await payloadOf(event, situation, person, page));
    }

    const packed = Object.keys(packedMatrix).filter((name): name is keyof typeof packedMatrix =>
      Object.hasOwn(packedMatrix, name),
    );
    for (const kind of packed) {
      for (const [situation, given] of Object.entries(packedMatrix[kind].situations)) {
        const cells: Partial<Record<Persona, LiveOutcome>> = given;
        test(`[API-AUTHZ] [SOCK-1] packed ${kind}, ${situation}: every persona gets the outcome of the matrix`, async () => {
          const got: Partial<Record<Persona, string>> = {};
          for (const persona of personas) {
            if (cells[persona] !== undefined) got[persona] = await outcomeOfPacked(persona, kind, situation);
          }
          expect(got).toEqual(cells);
        });
      }
    }

    /** A packed message has no response: it is refused with an event, and an accepted sample is shown. */
    async function outcomeOfPacked(
      persona: Persona,
      kind: keyof typeof packedMatrix,
      situation: string,
    ): Promise<string> {
      const person = fixture.personOf(persona);
      const room = await fixture.sessionOf('link', person);
      const position = { epoch: 1, seq: 1 };
      await fixture.forgetActivities();
      const activity = await buildActivity(fixture.db(), {
        userId: fixture.people().self.user._id,
        ...(situation === 'ofSelfWithoutASession' ? { visibility: 'profile' } : { sessionId: room }),
      });
      const bytes = {
        frame: () => encodeFrame({ ...position, room, isKeyframe: true, tickMs: 250, rows: [] }),
        sample: () => encodeSample({ activity, acknowledged: position, sample: liveSample(1) }),
        acknowledgement: () => encodeAcknowledgement({ room, acknowledged: position }),
      }[kind]();
      let page: TestPage;
      try {
        page = await TestPage.open(fixture.address(), { as: person });
      } catch (error) {
        return `handshake: ${error instanceof Error ? error.message : String(error)}`;
      }
      pages.push(page);
      if (!person) return 'ok';
      if (situation === 'ofSelfInTheRoom') {
        await page.ask(liveEvents.joinRoom, { user: person.user._id, room });
      }
      const refused = page.next(liveEvents.refused).then((payload) => RefusalSchema.parse(payload).code);
      const shown = page.nextFrame(({ rows }) => rows.some((row) => row.activity === activity));
      page.sendPacked(bytes);
      // Acknowledgements are handled before the event after them.
      const passed = kind === 'sample' ? shown : page.ask(liveEvents.clockAsk, { number: 1 });
      return Promise.race([refused, passed.then(() => 'ok')]);
    }

    test('[API-AUTHZ] every event that a page may send has a row, and every row has an event', () => {
      const inMatrix = events
        .filter((name) => liveMatrix[name].sender === 'page')
        .map((name) => liveEvents[name]);
      expect(fixture.app().app.live.eventNames.sort()).toEqual(inMatrix.sort());
    });
  });
});
