import { liveEvents, type Answer, type Refusal } from '@boathouse/contract/live';
import { RepeatedId } from '@boathouse/contract/live/bytes';
import { decodeAcknowledgement, decodeSample, type PackedSample } from '@boathouse/contract/live/messages';
import type { TokenScope } from '@boathouse/contract/auth/tokens';
import { RefusedError, type Connection } from './room/connection.ts';
import type { LiveEvent } from './events.ts';
import type { MessageLimits } from './wire/message-limits.ts';
import { receivePacked } from './wire/packed-messages.ts';
import type { LiveRooms } from './room/rooms.ts';

/** The scope that an access token needs for each event from a page. */
const scopes: ReadonlyMap<string, TokenScope> = new Map<string, TokenScope>([
  [liveEvents.joinRoom, 'read'],
  [liveEvents.leaveRoom, 'read'],
  [liveEvents.keyframeRequest, 'read'],
  [liveEvents.clockAsk, 'read'],
  [liveEvents.ergAsk, 'read'],
  [liveEvents.sample, 'write'],
  [liveEvents.memberState, 'write'],
  [liveEvents.monitorReport, 'write'],
  [liveEvents.nudge, 'host'],
  [liveEvents.setMonitors, 'host'],
]);

/** Returns `login` for events that no access token may send, such as messages of the chat. */
function scopeOf(event: string): TokenScope | 'login' {
  return scopes.get(event) ?? 'login';
}

/** Returns the words of the refusal. */
function lacksScopeOf(scope: TokenScope | 'login'): string {
  return scope === 'login'
    ? "An access token can't send this"
    : `This access token lacks the scope "${scope}"`;
}

/** @throws RefusedError, or rejects with it */
export type ReceiveSample = (
  connection: Connection,
  message: Pick<PackedSample, 'activity' | 'sample'>,
) => Promise<void> | void;

type DispatchOptions = {
  limits: MessageLimits;
  eventOf: (name: string) => LiveEvent | undefined;
  receiveSample: ReceiveSample;
  rooms: Pick<LiveRooms, 'get'>;
  /** Ends a connection that sends far too much. */
  onFlood: () => void;
  onError: (error: unknown, event: string) => void;
};

/** Counts each event of a page, and passes it to its handler; responds with the reason of a refusal. */
export function dispatchEvents(connection: Connection, options: DispatchOptions): void {
  const { limits, eventOf, onFlood, onError } = options;
  const { socket } = connection;
  // One listener for all events also refuses unknown ones, and catches every error that a client's message causes.
  socket.onAny((name: unknown, ...values: unknown[]) => {
    const message = values[0];
    const answer = values.at(-1);
    const reply = typeof answer === 'function' ? (given: Answer) => void answer(given) : null;
    const refuse = (code: Refusal['code'], reason: string) => {
      const refusal: Refusal = { event: String(name).slice(0, 60), code, message: reason };
      if (reply) reply({ ok: false, refusal });
      else socket.emit(liveEvents.refused, refusal);
    };
    const event = eventOf(String(name));
    const verdict = limits.takeEvent(event?.kind ?? 'other', performance.now());
    if (verdict === 'disconnect') return onFlood();
    if (verdict === 'refuse') return refuse('too_many_events', 'Too many messages; send fewer');
    if (verdict === 'drop') return;
    if (!event) return refuse('bad_message', 'Unknown event');
    const scope = scopeOf(event.name);
    if (!connection.mayUse(scope)) return refuse('not_allowed', lacksScopeOf(scope));
    Promise.resolve()
      .then(() => event.receive(connection, message))
      .then(() => reply?.({ ok: true }))
      .catch((error: unknown) => {
        if (error instanceof RefusedError) return refuse(error.code, error.message);
        onError(error, event.name);
        refuse('internal', 'Something went wrong on the server. It has been logged.');
      });
  });
}

/** The same for packed messages. Most samples are handled at once, without a promise. */
export function dispatchPacked(connection: Connection, options: DispatchOptions): void {
  const { limits, receiveSample, rooms, onFlood, onError } = options;
  const { packed, sink, socket, session, ownActivities } = connection;
  if (packed === null) return;
  const repeated = new RepeatedId();
  const mayWrite = connection.mayUse('write');
  const refuse = (event: string, code: Refusal['code'], message: string) =>
    void socket.emit(liveEvents.refused, { event, code, message } satisfies Refusal);
  const refuseSample = (error: unknown) => {
    if (error instanceof RefusedError) return refuse(liveEvents.sample, error.code, error.message);
    onError(error, liveEvents.sample);
    refuse(liveEvents.sample, 'internal', 'Something went wrong on the server. It has been logged.');
  };
  receivePacked(packed, {
    limits,
    onFlood,
    refuse,
    take(bytes, nowMs) {
      const message = decodeSample(bytes, repeated);
      if (message !== null) {
        // Also for a refused sample: the page, which rows, sends no other acknowledgement.
        const room = session ?? ownActivities.get(message.activity);
        if (room !== undefined && message.acknowledged !== null) {
          rooms.get(room)?.frames.acknowledge(sink, message.acknowledged, nowMs);
        }
        if (!mayWrite) {
          refuse(liveEvents.sample, 'not_allowed', lacksScopeOf('write'));
          return true;
        }
        try {
          void receiveSample(connection, message)?.catch(refuseSample);
        } catch (error) {
          refuseSample(error);
        }
        return true;
      }
      const ack = decodeAcknowledgement(bytes);
      if (ack !== null) rooms.get(ack.room)?.frames.acknowledge(sink, ack.acknowledged, nowMs);
      return ack !== null;
    },
  });
}
