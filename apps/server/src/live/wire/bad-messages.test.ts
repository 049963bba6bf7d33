import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveEvents, RefusalSchema, type Answer } from '@boathouse/contract/live';
import { encodeSample, packedKinds } from '@boathouse/contract/live/messages';
import { buildActivity } from '../../features/training/activities/factory.ts';
import { buildSession } from '../../features/sessions/sessions/factory.ts';
import { usePglite } from '../../../test/support/databases.ts';
import { liveSample } from '../../../test/support/live-sample.ts';
import { untilMembers } from '../../../test/support/room-members.ts';
import { useTestApp, type Person } from '../../../test/support/test-app.ts';
import { usePages, type PageOptions } from '../../../test/support/test-page.ts';

const database = usePglite();
const app = useTestApp(database);

let address: string;
let ann: Person;
let ben: Person;
let room: string;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  ben = await app().signUp('Ben');
  address = await app().listen();
});

beforeEach(async () => {
  room = await buildSession(database().db, { hostUserId: ann.user._id });
});

const open = usePages(() => address);
const enter = (as: Person, options?: PageOptions) => open.into(room, as, options);

describe('an invalid message', () => {
  const id = '019a0000-0000-7000-8000-000000000000';
  const bad: Array<[string, unknown]> = [
    [liveEvents.joinRoom, undefined],
    [liveEvents.joinRoom, null],
    [liveEvents.joinRoom, 'room'],
    [liveEvents.joinRoom, []],
    [liveEvents.joinRoom, {}],
    [liveEvents.joinRoom, { user: id }],
    [liveEvents.joinRoom, { user: id, room: 7 }],
    [liveEvents.joinRoom, { user: id, room: `${id}'; drop table users; --` }],
    [liveEvents.joinRoom, { user: id, room: { $ne: null } }],
    [liveEvents.joinRoom, { user: id, room: id, role: 2 }],
    [liveEvents.joinRoom, JSON.parse(`{"user":"${id}","room":"${id}","__proto__":{"a":1}}`)],
    [liveEvents.leaveRoom, { room: '' }],
    [liveEvents.sample, { activity: id }],
    [liveEvents.sample, { activity: id, sample: { ...liveSample(1), distance: -1 } }],
    [liveEvents.sample, { activity: id, sample: { ...liveSample(1), distance: Number.NaN } }],
    [liveEvents.sample, { activity: id, sample: { ...liveSample(1), phase: 'sinking' } }],
    [liveEvents.sample, { activity: id, sample: { ...liveSample(1), strokeRate: 1000 } }],
    [liveEvents.sample, { activity: id, sample: { ...liveSample(1), user: id } }],
    [liveEvents.sample, { activity: id, sample: { ...liveSample(1), seq: Number.MAX_VALUE } }],
    ['no:such:event', {}],
    ['__proto__', {}],
    ['constructor', {}],
    ['toString', { room: id }],
    ['hasOwnProperty', {}],
    ['', {}],
    ['x'.repeat(5000), {}],
    ['update_room_members', { room: id, members: [] }],
  ];

  test.for(bad)('[SOCK-1] is refused with a reason: %s %j', async ([event, message]) => {
    const page = await open(ann);
    const answer = await (message === undefined ? page.ask(event) : page.ask(event, message));
    if (answer.ok) throw new Error('It was accepted');
    expect(answer.refusal).toMatchObject({ code: 'bad_message', event: event.slice(0, 60) });
    expect(answer.refusal.message).not.toBe('');
  });

  test('[SOCK-1] is refused with a reason: bytes from a program, which Socket.IO sends separately from the event', async () => {
    const program = await open(ann, { protocol: undefined, transports: ['websocket'] });
    expect(await program.outcomeOf(liveEvents.joinRoom, Buffer.from('room'))).toBe('bad_message');
    expect(await program.outcomeOf(liveEvents.joinRoom, { user: ann.user._id, room })).toBe('ok');
  });

  test('[SOCK-1] an invalid message that is packed is refused, and 10,000 of them do not affect the others', async () => {
    const [anns, bens] = [await enter(ann), await enter(await app().signUp('Flo'))];
    const activity = await buildActivity(database().db, { userId: ann.user._id, sessionId: room });
    const refused = bens.next(liveEvents.refused);
    bens.sendPacked(Uint8Array.of(packedKinds.sample, 1, 2, 3));
    expect(RefusalSchema.parse(await refused)).toMatchObject({
      event: liveEvents.sample,
      code: 'bad_message',
    });
    const valid = encodeSample({ activity: room, acknowledged: { epoch: 1, seq: 1 }, sample: liveSample(1) });
    const messages = fc.sample(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc
          .tuple(fc.constantFrom(1, 2, 3), fc.uint8Array({ maxLength: 80 }))
          .map(([kind, rest]) => Uint8Array.of(kind, ...rest)),
        fc.tuple(fc.nat(valid.length - 1), fc.nat(255)).map(([at, byte]) => valid.with(at, byte)),
      ),
      10_000,
    );
    for (const [index, bytes] of messages.entries()) {
      bens.sendPacked(Uint8Array.from(bytes));
      if (index % 100 > 0 || !bens.socket.connected) continue;
      const shown = anns.nextFrame(({ rows }) => rows.some(({ sample }) => sample.elapsedTime === index + 1));
      anns.sendSample(activity, liveSample(index + 1));
      await shown;
    }
    await vi.waitFor(() => expect(bens.socket.connected).toBe(false), 10_000);
    expect((await app().call('GET', '/readyz')).status).toBe(200);
    expect(app().errors).toEqual([]);
  });

  test('[SOCK-1] is refused with a separate event when the page expects no acknowledgement', async () => {
    const page = await open(ann);
    const refused = page.next(liveEvents.refused);
    page.send(liveEvents.joinRoom, { user: ben.user._id, room });
    expect(RefusalSchema.parse(await refused)).toMatchObject({
      event: liveEvents.joinRoom,
      code: 'not_the_caller',
    });
  });

  test("an invalid message that is far too large ends only its sender's connection", async () => {
    const [anns, bens] = [await enter(ann), await enter(ben)];
    const closed = new Promise((resolve) => bens.socket.once('disconnect', resolve));
    await untilMembers(anns, room, ['Ann', 'Ben']);
    bens.send(liveEvents.joinRoom, { user: 'x'.repeat(100_000), room });
    await closed;
    await untilMembers(anns, room, ['Ann']);
    expect(anns.socket.connected).toBe(true);
  });

  test('[SOCK-1] is always refused: random events and messages on a few connections', async () => {
    const key = fc.constantFrom('user', 'room', 'activity', 'sample', 'seq', 'epoch', '__proto__', 'x');
    const leaf = fc.oneof(fc.jsonValue(), fc.uuid(), fc.constantFrom(ann.user._id, room), fc.uint8Array());
    const message = fc.oneof(leaf, fc.dictionary(key, leaf), fc.dictionary(key, fc.dictionary(key, leaf)));
    const name = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...Object.values(liveEvents)) },
      { weight: 1, arbitrary: fc.string() },
    );
    // The client library never sends its reserved events.
    const kept = ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'];
    // As a program, whose bytes are Socket.IO's.
    const asProgram = { protocol: undefined, transports: ['websocket'] };
    let page = await enter(ann, asProgram);
    const replacePage = async () => {
      page.close();
      page = await enter(ann, asProgram);
    };
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(
        name.filter((event) => !kept.includes(event)),
        fc.array(message, { maxLength: 3 }),
        async (event, messages) => {
          sent += 1;
          // A new connection from time to time, so that the limits are not reached.
          if (sent % 30 === 0) await replacePage();
          let answer: Answer;
          try {
            answer = await page.ask(event, ...messages);
          } catch {
            // Bytes that do not match the packet before them end their sender's connection.
            expect(hasBytes(messages), JSON.stringify([event, messages])).toBe(true);
            await replacePage();
            return;
          }
          if (!answer.ok) {
            expect(RefusalSchema.parse(answer.refusal).code).not.toBe('internal');
            expect(answer.refusal.code).not.toBe('too_many_events');
          }
        },
      ),
      { numRuns: 400 },
    );
    expect((await app().call('GET', '/readyz')).status).toBe(200);
    expect(app().errors).toEqual([]);
  });
});

/** Socket.IO sends binary data in separate frames after the message. */
function hasBytes(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBytes);
}
