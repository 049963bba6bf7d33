import type { SendMessage } from '@boathouse/contract/chat';
import { limits } from '@boathouse/contract/limits';
import { liveEvents, type Answer } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import { newId } from '../../../lib/outbox/call-or-keep.ts';
import {
  inTurn,
  keepToSend,
  sendWaiting,
  waiting,
  type Entry,
  type Sent,
} from '../../../lib/outbox/outbox.ts';
import { actsAs } from '../../../lib/server/login-state.ts';
import { atServerMs } from '../../../lib/server/server-now.ts';
import { readWaitingLine } from './read-waiting-line.ts';

export type Ask = (event: string, message: object) => Promise<Answer>;

/** A line in its channel's form; `partner`: null in the group. */
type Line = { me: UserRef; partner: UserRef | null; room: string; channelKey: string; message: string };

const shownMax = 40;
/** A connection that doesn't respond, and a busy server, are asked again after this. */
const againMs = 3_000;

/**
 * Sends a line to a room. Without the server it is stored on this device and sent later, with its own id, so that it is
 * delivered once even if a response was lost. Returns why it was refused; null if it was sent or stored.
 */
export async function sendLine(
  ask: Ask,
  { me, partner, room, channelKey, message }: Line,
): Promise<string | null> {
  const atMs = Date.now();
  const _id = await newId();
  const timestamp = new Date(atServerMs(atMs)).toISOString();
  const body = { _id, sender: me, recipient: partner, room, channelKey, message, timestamp } satisfies Record<
    Exclude<keyof SendMessage, 'writtenAgoMs'>,
    unknown
  >;
  const keep = async (): Promise<boolean> => {
    const login = actsAs();
    const text = message.length > shownMax ? `${message.slice(0, shownMax)}…` : message;
    const described = { key: _id, words: `Your message “${text}”`, href: `/sessions/${room}` };
    const call = { ...described, method: 'POST' as const, url: '/socket.io', body, room };
    if (login === null) return false;
    return keepToSend(login, call, atMs).then(
      () => true,
      () => false,
    );
  };
  // After the waiting ones, because the lines of a user keep their order.
  const isBehind = waiting.get().some((entry) => entry.room === room && entry.refusal === null);
  if (!(isBehind && (await keep()))) {
    try {
      const answer = await ask(liveEvents.sendMessage, body);
      return answer.ok ? null : problemOf(answer.refusal, partner);
    } catch (error) {
      console.info('A message got no answer', error);
      if (!(await keep())) return "The server didn't respond. Your message may not have been sent.";
    }
  }
  sendLines(ask, room);
  return null;
}

const sending = new Set<string>();

/** Sends the lines that wait for a room, oldest first, while there is a connection. */
export function sendLines(ask: Ask, room: string): void {
  if (sending.has(room)) return;
  sending.add(room);
  void sendKept(ask, room)
    .catch((error: unknown) => {
      console.warn('Messages that wait were not sent', error);
      return false;
    })
    .then((isLater) => {
      sending.delete(room);
      if (isLater) setTimeout(() => sendLines(ask, room), againMs);
    });
}

/** Refuses all lines that wait for a room which the user can no longer join. */
export function refuseLines(room: string, refusal: string): void {
  const login = actsAs();
  if (login === null) return;
  const words = { refusal: `Your message was not sent. ${refusal}.` };
  const refuse = async (entry: Entry): Promise<Sent> => (entry.room === room ? words : 'elsewhere');
  inTurn(() => sendWaiting(login, refuse), { ifAvailable: false }).catch((error: unknown) =>
    console.warn('Messages that wait were not refused', error),
  );
}

/** Returns whether some have to be tried again soon; without a response, the page that is in the room does that. */
async function sendKept(ask: Ask, room: string): Promise<boolean> {
  const login = actsAs();
  if (login === null) return false;
  let isLater = false;
  const send = async (entry: Entry): Promise<Sent> => {
    if (entry.room !== room) return 'elsewhere';
    const line = readWaitingLine(entry);
    if (line === null) return { refusal: 'It could not be read.' };
    const writtenAgoMs = Math.min(Math.max(0, Date.now() - entry.atMs), limits.chatWaitMaxMs);
    const answer = await ask(liveEvents.sendMessage, { ...line, writtenAgoMs }).catch(() => null);
    if (answer?.ok) return 'sent';
    isLater = answer !== null && passing.has(answer.refusal.code);
    return answer === null || isLater ? 'later' : { refusal: problemOf(answer.refusal, line.recipient) };
  };
  await inTurn(() => sendWaiting(login, send), { ifAvailable: false });
  return isLater;
}

type ChatRefusal = Extract<Answer, { ok: false }>['refusal'];

const passing: ReadonlySet<ChatRefusal['code']> = new Set([
  'too_many_events',
  'not_joined',
  'internal',
  'elsewhere',
] as const);

function problemOf({ code, message }: ChatRefusal, partner: { displayName: string } | null): string {
  switch (code) {
    case 'not_present':
      return `${partner?.displayName ?? 'This athlete'} has left the session. Your message was not sent.`;
    case 'too_many_events':
      return 'You are sending messages too fast. Wait a few seconds, then send it again.';
    case 'not_joined':
      return "You are not in this session's room yet. Send it again in a moment.";
    default:
      return `Your message was not sent. ${message}`;
  }
}
