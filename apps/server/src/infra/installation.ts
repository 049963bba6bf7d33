import type { Counts } from '../http/rate-limits.ts';
import { noBus, type Bus } from '../live/processes/bus.ts';
import { allRooms, type RoomClaims } from '../live/processes/room-claims.ts';
import { KeyedQueue, type Turns } from './keyed-queue.ts';

/** The Redis server does not answer at the start, or refuses the login. */
export class RedisUnreachableError extends Error {
  override name = 'RedisUnreachableError';
  constructor(cause: unknown) {
    super(
      `The Redis server of REDIS_URL cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

/** The parts that the processes of one installation share in addition to the database. */
export type Installation = {
  /** Whether other processes may run at the same time. */
  isShared: boolean;
  bus: Bus;
  claims: RoomClaims;
  /** Returns a queue whose turns never overlap between processes, for the same name and key. */
  turnsOf(name: string): Turns;
  /** Returns whether this process runs the hourly job `name` now; only one process does. */
  takesHour(name: string): Promise<boolean>;
  /** Null means that each process counts for itself. */
  counts: Counts | null;
  /** A problem that the operator has to know, in a few words; null when all is well. */
  problem(): string | null;
  /** Counts the running processes; null while unknown. */
  countProcesses(): Promise<number | null>;
  close(): Promise<void>;
};

/** An installation of one process. */
export const soleProcess: Installation = {
  isShared: false,
  bus: noBus,
  claims: allRooms,
  turnsOf: () => new KeyedQueue(),
  takesHour: async () => true,
  counts: null,
  problem: () => null,
  countProcesses: async () => 1,
  close: async () => {},
};
