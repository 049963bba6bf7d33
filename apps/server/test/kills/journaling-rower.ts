import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { activities, type ActivityCompletion } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { strokes, type Stroke } from '@boathouse/contract/strokes';
import { newId } from '../../src/db/ids.ts';
import { wholeFrom } from '../support/random.ts';
import type { RetryingClient } from './retrying-client.ts';

/** The data that a rower has on its device, independent of the server. */
export type Journal = {
  activityId: string;
  strokes: Stroke[];
  /** How many strokes the server has acknowledged. */
  acknowledged: number;
  result: ActivityCompletion | null;
  isResultAcknowledged: boolean;
};

type RowerOptions = {
  client: RetryingClient;
  userId: string;
  random: () => number;
  /** Time between two strokes. */
  strokeMs: number;
  /** Least time between two batches of strokes. */
  batchMs: number;
  strokeCount: readonly [minimum: number, maximum: number];
  /** Called with an event that must never happen. */
  onFault: (text: string) => void;
};

/** Rows one item after another like a page: writes a journal first, and sends it until the server has it. */
export class JournalingRower {
  readonly #options: RowerOptions;
  readonly #owner = randomUUID();
  readonly journals: Journal[] = [];

  constructor(options: RowerOptions) {
    this.#options = options;
  }

  get client(): RetryingClient {
    return this.#options.client;
  }
  get userId(): string {
    return this.#options.userId;
  }

  async row(item: { session: string; workoutItemIndex: number }): Promise<void> {
    const { client, userId, random, strokeCount, onFault } = this.#options;
    const journal: Journal = {
      activityId: newId(),
      strokes: [],
      acknowledged: 0,
      result: null,
      isResultAcknowledged: false,
    };
    this.journals.push(journal);
    const total = wholeFrom(random, ...strokeCount);
    // While the server is down the row begins offline: its first strokes are older than its activity there.
    const rowing = this.#rowStrokes(journal, total);
    const begun = await client.call(activities.create, {
      body: { _id: journal.activityId, user: userId, owner: this.#owner, ...item },
    });
    if (begun._id !== journal.activityId) onFault(`${journal.activityId} was begun as ${begun._id}`);
    const sending = this.#sendStrokes(journal, total);
    await rowing;
    // Half of the results come before the last strokes.
    if (random() < 0.5) await sending;
    await this.#complete(journal);
    await sending;
  }

  async #rowStrokes(journal: Journal, total: number): Promise<void> {
    const { random, strokeMs } = this.#options;
    let elapsedTime = 0;
    let distance = 0;
    for (let sequence = 0; sequence < total; sequence += 1) {
      await delay(strokeMs);
      elapsedTime += wholeFrom(random, 150, 300) / 100;
      distance += wholeFrom(random, 70, 120) / 10;
      journal.strokes.push(strokeOf(random, sequence, round(elapsedTime), round(distance)));
    }
    journal.result = {
      distance: round(distance),
      elapsedTime: round(elapsedTime),
      totalCalories: total,
      owner: this.#owner,
      summary: {
        logEntryDate: null,
        logEntryTime: null,
        averageStrokeRate: wholeFrom(random, 18, 36),
        averageHeartRate: null,
        recoveryHeartRate: null,
        splits: [],
        source: 'summary',
      },
    };
  }

  async #sendStrokes(journal: Journal, total: number): Promise<void> {
    const { client, random, batchMs, onFault } = this.#options;
    const params = { id: journal.activityId };
    while (journal.acknowledged < total) {
      if (journal.acknowledged === journal.strokes.length) {
        await delay(5);
        continue;
      }
      const begunAtMs = performance.now();
      // One batch in ten overlaps the stored strokes.
      const from = random() < 0.1 ? Math.max(0, journal.acknowledged - 5) : journal.acknowledged;
      const batch = journal.strokes.slice(from, from + limits.strokeBatchMax);
      const { next } = await client.call(strokes.append, { params, body: { from, strokes: batch } });
      if (next < journal.acknowledged) {
        onFault(
          `${journal.activityId} lost acknowledged strokes: ${journal.acknowledged} before, ${next} now`,
        );
      }
      if (next > journal.strokes.length)
        onFault(`${journal.activityId} has ${next} strokes, more than rowed`);
      journal.acknowledged = next;
      if (random() < 0.2 && journal.result === null) {
        const newest = journal.strokes.at(-1);
        await client
          .call(activities.patch, { params, body: { distance: newest?.distance, owner: this.#owner } })
          .catch((error: unknown) => {
            // The activity has been completed in the meantime.
            if (journal.result === null) throw error;
          });
      }
      await delay(Math.max(0, batchMs - (performance.now() - begunAtMs)));
    }
  }

  async #complete(journal: Journal): Promise<void> {
    const { client, onFault } = this.#options;
    const completed = await client.call(activities.complete, {
      params: { id: journal.activityId },
      body: journal.result,
    });
    if (!hasResult(completed, journal)) onFault(`${journal.activityId} was completed with another result`);
    journal.isResultAcknowledged = true;
  }
}

type Result = {
  isCompleted: boolean;
  distance: number;
  elapsedTime: number;
  totalCalories: number | null;
  summary: { source: string; averageStrokeRate: number | null } | null;
};

export function hasResult(stored: Result, { result }: Journal): boolean {
  return (
    stored.isCompleted &&
    stored.distance === result?.distance &&
    stored.elapsedTime === result.elapsedTime &&
    stored.totalCalories === result.totalCalories &&
    stored.summary?.source === 'summary' &&
    stored.summary.averageStrokeRate === result.summary?.averageStrokeRate
  );
}

const round = (value: number) => Math.round(value * 100) / 100;

function strokeOf(random: () => number, sequence: number, elapsedTime: number, distance: number): Stroke {
  const peakN = wholeFrom(random, 400, 1_100);
  return {
    number: sequence + 1,
    interval: 1,
    elapsedTime,
    distance,
    pace: wholeFrom(random, 9_000, 15_000) / 100,
    strokeRate: wholeFrom(random, 18, 36),
    heartRate: random() < 0.5 ? null : wholeFrom(random, 100, 190),
    power: wholeFrom(random, 90, 400),
    driveLength: wholeFrom(random, 110, 160) / 100,
    driveTime: wholeFrom(random, 50, 110) / 100,
    recoveryTime: wholeFrom(random, 100, 250) / 100,
    strokeDistance: wholeFrom(random, 700, 1_200) / 100,
    peakForce: peakN,
    averageForce: Math.round(peakN * 0.6),
    workPerStroke: wholeFrom(random, 3_000, 9_000) / 10,
    calories: sequence,
    forceCurve: Array.from({ length: wholeFrom(random, 20, 40) }, () => wholeFrom(random, 0, peakN)),
  };
}
