import * as z from 'zod/mini';
import { ListedActivitySchema } from '@boathouse/contract/activities';
import { IdSchema } from '@boathouse/contract/ids';
import type { Bus } from './bus.ts';

const payload = z.record(z.string(), z.unknown());

/**
 * The messages between the processes of an installation. Samples, frames, presence and chat stay in a room's
 * process.
 */
const ControlMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loginEnded'), authSessionId: z.string() }),
  z.object({ kind: z.literal('accountChanged'), uid: z.string() }),
  z.object({ kind: z.literal('userEnded'), user: IdSchema }),
  /** A user may read fewer sessions than before. */
  z.object({ kind: z.literal('rightsChanged'), user: IdSchema }),
  /** Only these users may stay in the room. */
  z.object({ kind: z.literal('roomClosedTo'), room: IdSchema, exceptUsers: z.array(IdSchema) }),
  z.object({ kind: z.literal('boardsClosed'), room: IdSchema }),
  /** Another process has claimed the room. */
  z.object({ kind: z.literal('roomMoved'), room: IdSchema }),
  /** The activity gets no more samples, or samples of any connection again. */
  z.object({ kind: z.literal('activityClosed'), room: IdSchema, activity: IdSchema }),
  z.object({ kind: z.literal('activityReopened'), room: IdSchema, activity: IdSchema }),
  z.object({ kind: z.literal('activityChanged'), activity: ListedActivitySchema }),
  z.object({ kind: z.literal('activityDiscarded'), room: IdSchema, activity: IdSchema }),
  z.object({ kind: z.literal('toRoom'), room: IdSchema, event: z.string(), payload }),
  /** Other users than before may be in the room. */
  z.object({ kind: z.literal('toReaders'), room: IdSchema, event: z.string(), payload }),
  z.object({ kind: z.literal('toUser'), user: IdSchema, event: z.string(), payload }),
]);
export type ControlMessage = z.infer<typeof ControlMessageSchema>;

type Listener = (message: ControlMessage) => void | Promise<void>;

/** Passes each message to the listeners of every process, to this one's at once. */
export class Control {
  readonly #bus: Bus;
  readonly #listeners: Listener[] = [];
  readonly #gapListeners: Array<() => void> = [];

  readonly #onFailure: (error: unknown) => void;

  /**
   * @param onInvalid gets a message that this version doesn't know: another version is running during an update
   * @param onFailure gets the error of a listener that is not awaited
   */
  constructor(bus: Bus, onInvalid: (problem: string) => void, onFailure: (error: unknown) => void) {
    this.#bus = bus;
    this.#onFailure = onFailure;
    bus.onGap(() => {
      for (const listener of this.#gapListeners) listener();
    });
    bus.onMessage((text) => {
      const parsed = ControlMessageSchema.safeParse(parse(text));
      if (parsed.success) this.#tell(parsed.data);
      else onInvalid(z.prettifyError(parsed.error));
    });
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  publish(message: ControlMessage): void {
    this.#tellOthers(message);
    this.#tell(message);
  }

  /** Resolves when the listeners of this process are done. Rejects with their error. */
  async publishAndWait(message: ControlMessage): Promise<void> {
    this.#tellOthers(message);
    await Promise.all(this.#listeners.map(async (listener) => listener(message)));
  }

  /** Calls the listener when messages of other processes may be missing. */
  onGap(listener: () => void): void {
    this.#gapListeners.push(listener);
  }

  #tell(message: ControlMessage): void {
    for (const listener of this.#listeners) listener(message)?.catch(this.#onFailure);
  }

  #tellOthers(message: ControlMessage): void {
    this.#bus.publish(JSON.stringify(message));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
