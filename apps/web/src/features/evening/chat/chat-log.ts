import { directChannelKey, groupChannelKey, type ChatMessage } from '@boathouse/contract/chat';
import type { UserRef } from '@boathouse/contract/users';
import { messageOf } from '../../../lib/api-errors.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { createListeners } from '../../../lib/store.ts';
import type { Ask } from './send-line.ts';

export type ChatEntry =
  | { id: number; kind: 'message'; message: ChatMessage }
  /** The page was not in the room at this point: messages of that time are missing, because the server stores none. */
  | { id: number; kind: 'gap' };

export type ChatChannel = {
  key: string;
  /** The other person; null for the group. */
  partner: UserRef | null;
  /** The newest ones, oldest first. */
  entries: readonly ChatEntry[];
  unread: number;
  /** The text in the input. */
  draft: string;
  /** Whether the draft is being sent. */
  isSending: boolean;
  /** Why the draft was not sent. */
  problem: string | null;
};

export type ChatState = {
  /** The group, then the direct channels in the order of opening. */
  channels: readonly ChatChannel[];
  /** The key of the selected channel, or the members. */
  selected: string;
  /** The newest message of another athlete, and when it arrived on the page's monotonic clock. */
  newest: { message: ChatMessage; atMs: number } | null;
};

export const membersTab = 'members';

const entriesMax = 200;

type ChatLogOptions = {
  sessionId: string;
  me: UserRef;
  ask: Ask;
  nowMs?: () => number;
};

/** The chat of one session on this page, in memory only. */
export class ChatLog {
  readonly #options: ChatLogOptions;
  readonly #listeners = createListeners();
  #state: ChatState = {
    channels: [newChannel(groupChannelKey, null)],
    selected: groupChannelKey,
    newest: null,
  };
  /** The channel whose messages are on the screen. */
  #onScreen: string | null = null;
  #nextId = 0;

  constructor(options: ChatLogOptions) {
    this.#options = options;
  }

  readonly getState = (): ChatState => this.#state;
  readonly subscribe = this.#listeners.subscribe;

  receive(message: ChatMessage): void {
    const { me, sessionId, nowMs = () => performance.now() } = this.#options;
    if (message.room !== sessionId || this.#has(message)) return;
    const isMine = message.sender._id === me._id;
    const isForMe = message.recipient === null || isMine || message.recipient._id === me._id;
    if (!isForMe) return;
    const partner = message.recipient === null ? null : isMine ? message.recipient : message.sender;
    this.#open(message.channelKey, partner);
    const isUnread = !isMine && message.channelKey !== this.#onScreen;
    this.#change(message.channelKey, (channel) => ({
      partner: partner ?? channel.partner,
      entries: this.#append(channel, { kind: 'message', message }),
      unread: channel.unread + (isUnread ? 1 : 0),
    }));
    if (!isMine) this.#become({ newest: { message, atMs: nowMs() } });
  }

  /** Notes that the page was not in the room for a while. */
  noteGap(): void {
    for (const { key, entries } of this.#state.channels) {
      if (entries.length === 0 || entries.at(-1)?.kind === 'gap') continue;
      this.#change(key, (channel) => ({ entries: this.#append(channel, { kind: 'gap' }) }));
    }
  }

  select(selected: string): void {
    this.#become({ selected });
  }

  /** Opens the direct channel with another user. */
  openDirect(partner: UserRef): void {
    const { me } = this.#options;
    if (partner._id === me._id) return;
    const key = directChannelKey(me._id, partner._id);
    this.#open(key, partner);
    this.select(key);
  }

  /** Sets which channel's messages the user sees now; null for none. They are read. */
  setOnScreen(key: string | null): void {
    this.#onScreen = key;
    if (key !== null && this.#channelOf(key)?.unread) this.#change(key, () => ({ unread: 0 }));
  }

  write(key: string, draft: string): void {
    this.#change(key, () => ({ draft, problem: null }));
  }

  /**
   * Sends the draft, or keeps it for later without the server. A refused message stays in the input, with the reason.
   */
  async send(key: string): Promise<void> {
    const channel = this.#channelOf(key);
    if (channel === undefined || channel.isSending) return;
    const { draft: message, partner } = channel;
    const { sessionId: room, me, ask } = this.#options;
    this.#change(key, () => ({ isSending: true, problem: null }));
    const problem = await loadChunk(() => import('./waiting-lines.tsx'))
      .then(({ sendLine }) => sendLine(ask, { me, partner, room, channelKey: key, message }))
      .catch(messageOf);
    this.#change(key, (now) => ({
      isSending: false,
      problem,
      draft: problem === null && now.draft === message ? '' : now.draft,
    }));
  }

  /** Whether a message has arrived before: its sender got no response, and a restarted server accepted it again. */
  #has({ _id, channelKey }: ChatMessage): boolean {
    const entries = (_id && this.#channelOf(channelKey)?.entries) || [];
    return entries.some((entry) => entry.kind === 'message' && entry.message._id === _id);
  }

  #channelOf(key: string): ChatChannel | undefined {
    return this.#state.channels.find((channel) => channel.key === key);
  }

  #open(key: string, partner: UserRef | null): void {
    if (this.#channelOf(key)) return;
    this.#become({ channels: [...this.#state.channels, newChannel(key, partner)] });
  }

  #append({ entries }: ChatChannel, entry: Omitted<ChatEntry>): ChatEntry[] {
    this.#nextId += 1;
    return [...entries, { ...entry, id: this.#nextId }].slice(-entriesMax);
  }

  #change(key: string, change: (channel: ChatChannel) => Partial<ChatChannel>): void {
    const channels = this.#state.channels.map((channel) =>
      channel.key === key ? { ...channel, ...change(channel) } : channel,
    );
    this.#become({ channels });
  }

  #become(parts: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...parts };
    this.#listeners.call();
  }
}

/** An entry of any kind without its id. */
type Omitted<E> = E extends unknown ? Omit<E, 'id'> : never;

function newChannel(key: string, partner: UserRef | null): ChatChannel {
  return { key, partner, entries: [], unread: 0, draft: '', isSending: false, problem: null };
}
