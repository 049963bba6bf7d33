import { randomBytes } from 'node:crypto';
import { createConnection, type Socket as TcpSocket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents, liveProtocol, RefusalSchema } from '@boathouse/contract/live';
import { encodeAcknowledgement, encodeSample } from '@boathouse/contract/live/messages';
import { activities } from '../../db/tables.ts';
import { buildActivity } from '../../features/training/activities/factory.ts';
import { buildSession } from '../../features/sessions/sessions/factory.ts';
import { usePglite } from '../../../test/support/databases.ts';
import { liveSample } from '../../../test/support/live-sample.ts';
import { untilMembers } from '../../../test/support/room-members.ts';
import { TestApp, useTestApp, type Person } from '../../../test/support/test-app.ts';
import { TestPage, usePages } from '../../../test/support/test-page.ts';

const database = usePglite();
const app = useTestApp(database);

let address: string;
let ann: Person;
let room: string;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  address = await app().listen();
});

beforeEach(async () => {
  await database().db.delete(activities);
  room = await buildSession(database().db, { hostUserId: ann.user._id });
});

const open = usePages(() => address);
const acknowledgement = () => encodeAcknowledgement({ room, acknowledged: { epoch: 1, seq: 1 } });
const enter = (as: Person) => open.into(room, as);
const ended = (page: TestPage) => new Promise<string>((resolve) => page.socket.once('disconnect', resolve));
const refusalOf = (as: Person | null) =>
  open(as).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a connection that floods', () => {
  test.for([
    ['samples', liveEvents.sample, () => ({ activity: room, sample: liveSample(1) })],
    [
      'packed samples',
      null,
      () => encodeSample({ activity: room, acknowledged: null, sample: liveSample(1) }),
    ],
    ['acknowledgements', null, acknowledgement],
    ['packed messages that are none', null, () => Uint8Array.of(9, 9, 9)],
    ['events that do not exist', 'no:such:event', () => ({})],
    ['deeply nested messages', 'no:such:event', () => JSON.parse('['.repeat(3_000) + ']'.repeat(3_000))],
  ] as const)(
    '[SOCK-1] is ended with few answers, and the samples of another rower all arrive: %s',
    async ([, event, message]) => {
      const [anns, viewers] = [await enter(ann), await enter(ann)];
      const activity = await buildActivity(database().db, { userId: ann.user._id, sessionId: room });
      const flooder = await app().signUp('Flo');
      const page = await enter(flooder);
      const cut = ended(page);
      for (let sent = 0; sent < 5_000; sent += 1) {
        if (event === null) page.sendPacked(message());
        else page.send(event, message());
      }
      for (let seq = 1; seq <= 8; seq += 1) {
        const shown = viewers.nextFrame(({ rows }) => rows.some(({ sample }) => sample.elapsedTime === seq));
        expect(await anns.outcomeOf(liveEvents.sample, { activity, sample: liveSample(seq) })).toBe('ok');
        await shown;
      }
      expect(await cut).toMatch(/transport (close|error)/);
      const tooMany = page
        .received(liveEvents.refused)
        .filter((refusal) => RefusalSchema.parse(refusal).code === 'too_many_events');
      expect(tooMany.length).toBeLessThanOrEqual(3);
      expect(await refusalOf(flooder)).toBe('flooding');
      expect(await refusalOf(ann)).toBe('accepted');
    },
  );

  test('is also ended for websocket pings, which are not events', async () => {
    const flooder = await app().signUp('Flo');
    const tcp = await openWebSocket(flooder);
    const closed = new Promise((resolve) => tcp.once('close', resolve));
    const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
    tcp.write(Buffer.concat(Array.from({ length: 2 * liveLimits.packets.burst }, () => ping)));
    await closed;
    expect(await refusalOf(flooder)).toBe('flooding');
  });

  test('a connection that floods with too many acknowledgements can still send samples', async () => {
    const ben = await app().signUp('Ben');
    const page = await enter(ben);
    const activity = await buildActivity(database().db, { userId: ben.user._id, sessionId: room });
    const acks = liveLimits.events.ack.burst + 100;
    for (let ack = 0; ack < acks; ack += 1) page.sendPacked(acknowledgement());
    const shown = page.nextFrame(({ rows }) => rows.some((row) => row.activity === activity));
    expect(await page.outcomeOf(liveEvents.sample, { activity, sample: liveSample(1) })).toBe('ok');
    expect(page.received(liveEvents.refused)).toMatchObject([
      { event: 'acknowledgement', code: 'too_many_events' },
    ]);
    await shown;
  });
});

describe('connections', () => {
  test('connections of one user are limited: the newest is refused until another one closes', async () => {
    const ben = await app().signUp('Ben');
    const pages = await Promise.all(
      Array.from({ length: liveLimits.connectionsPerUserMax }, () => open(ben)),
    );
    expect(await refusalOf(ben)).toBe('too_many_connections');
    expect(await refusalOf(ann)).toBe('accepted');
    pages[0]?.close();
    await vi.waitFor(async () => expect(await refusalOf(ben)).toBe('accepted'), 5_000);
  });

  test('connections without a login are closed at once with the reason, even when they send nothing', async () => {
    const said: string[] = [];
    const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.addEventListener('message', ({ data }) => said.push(String(data)));
    await new Promise((resolve) => socket.addEventListener('close', resolve));
    expect(said.at(-1)).toBe('44{"message":"not_signed_in"}');
  });
});

describe('the users in a room', () => {
  test('is sent at most once per 250 ms, for any number of users who join and leave', async () => {
    const anns = await enter(ann);
    await untilMembers(anns, room, ['Ann']);
    const crew = await Promise.all(['Ben', 'Cas', 'Dee', 'Eve'].map((name) => app().signUp(name)));
    const startedMs = performance.now();
    for (let time = 0; time < 3; time += 1) {
      const pages = await Promise.all(crew.map((as) => enter(as)));
      for (const page of pages) page.close();
    }
    const last = await enter(await app().signUp('Zoe'));
    await untilMembers(anns, room, ['Ann', 'Zoe']);
    await untilMembers(last, room, ['Ann', 'Zoe']);
    const elapsedMs = performance.now() - startedMs;
    const differences = anns.received(liveEvents.roomPresence).length;
    expect(differences).toBeLessThanOrEqual(Math.floor(elapsedMs / liveLimits.roomUpdateMs) + 1);
    expect(anns.received(liveEvents.roomMembers)).toHaveLength(1);
  });

  test('is not sent while the server stops', async () => {
    const stopping = await TestApp.on(database());
    const at = await stopping.listen();
    const own = await buildSession(database().db, { hostUserId: ann.user._id });
    const people = [ann, await app().signUp('Ben'), await app().signUp('Cleo')];
    const pages = await Promise.all(people.map((as) => TestPage.open(at, { as })));
    for (const [index, { user }] of people.entries()) {
      expect(await pages[index]?.outcomeOf(liveEvents.joinRoom, { user: user._id, room: own })).toBe('ok');
    }
    await Promise.all(pages.map((page) => untilMembers(page, own, ['Ann', 'Ben', 'Cleo'])));
    const counts = () => pages.map((page) => page.messages.length);
    const before = counts();
    const over = Promise.all(pages.map(ended));
    await stopping.close();
    await over;
    expect(counts()).toEqual(before);
  });
});

test('a connection that sends many connect packets has one socket', async () => {
  const tcp = await openWebSocket(ann);
  let received = '';
  tcp.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  const connect = Buffer.from('40{"protocol":' + liveProtocol + '}');
  // A masked text message whose mask is zero.
  const message = Buffer.concat([Buffer.from([0x81, 0x80 | connect.length, 0, 0, 0, 0]), connect]);
  tcp.write(Buffer.concat(Array.from({ length: 10 }, () => message)));
  await vi.waitFor(() => expect(received).toContain('40{"sid"'));
  const viewer = await open(ann);
  await viewer.ask(liveEvents.leaveRoom, { room });
  app().services.announcements.sendToUser(ann.user._id, 'test:event', {});
  await vi.waitFor(() => expect(received).toContain('test:event'));
  await viewer.ask(liveEvents.leaveRoom, { room });
  expect([received.split('40{"sid"').length - 1, received.split('test:event').length - 1]).toEqual([1, 1]);
  tcp.destroy();
});

/** Opens a websocket that is admitted and sends nothing. */
function openWebSocket(as: Person): Promise<TcpSocket> {
  const { hostname, port, host } = new URL(address);
  return new Promise((resolve, reject) => {
    const tcp = createConnection(Number(port), hostname, () => {
      tcp.write(
        [
          'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
          `Host: ${host}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
          `Authorization: Bearer ${as.token}`,
          '\r\n',
        ].join('\r\n'),
      );
    });
    tcp.on('error', reject);
    // The response to the upgrade.
    tcp.once('data', () => resolve(tcp));
    tcp.resume();
  });
}
