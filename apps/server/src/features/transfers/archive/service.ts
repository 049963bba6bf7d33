import { Readable } from 'node:stream';
import type { ArchiveState } from '@boathouse/contract/account';
import { serverLimits } from '@boathouse/contract/limits';
import type { Stroke } from '@boathouse/contract/strokes';
import type { Database } from '../../../db/database.ts';
import { readingFor } from '../../../db/shares/shares.ts';
import type { Caller } from '../../../http/caller.ts';
import { HttpError } from '../../../http/errors.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import { csvOf, type TableRow } from '../../../infra/csv.ts';
import { zip, type ZipContent, type ZipEntry } from '../../../infra/zip.ts';
import { activityForViewer } from '../../training/activities/index.ts';
import type { Exports } from '../exports/index.ts';
import { pathOfName, type Files } from '../../people/files/index.ts';
import { findKeyTime } from '../../sessions/calendar/index.ts';
import { findGoal } from '../../training/goals/index.ts';
import { findMailKinds } from '../../news/notifications/index.ts';
import { listOwnConnections } from '../sync/index.ts';
import { listTokens } from '../../people/tokens/index.ts';
import { strokesInBatches } from '../../training/strokes/index.ts';
import { findUserById } from '../../people/users/index.ts';
import { activityFiles, folderOf, jsonOf, readme } from './rules.ts';
import {
  activitiesOf,
  activityRows,
  attendanceRows,
  blockRows,
  categoryRows,
  commentRows,
  countActivities,
  followRows,
  likeRows,
  listImageNames,
  membershipRows,
  notificationRows,
  refusalRows,
  reportRows,
  sessionRows,
  squadRows,
  templateRows,
  weightRows,
} from './store.ts';

type ArchivesOptions = {
  db: Database;
  files: Pick<Files, 'read'>;
  identity: Pick<Identity, 'providersOf'>;
  exports: Pick<Exports, 'ownFit' | 'season'>;
  productName: string;
  now: () => Date;
};

type Person = { login: Caller['login']; user: NonNullable<Caller['user']> };

const hourMs = 3_600_000;
/** Strokes up to this number are read once for all files of an activity. */
const heldStrokes = 4_096;

/** A table of the archive. Each feature that stores data of a user adds an entry to `tables`. */
type Table = {
  name: string;
  about: string;
  columns: readonly string[];
  rows: (db: Database, userId: string) => AsyncIterable<TableRow>;
};

const tables: readonly Table[] = [
  {
    name: 'activities',
    about: 'your completed activities, one a row',
    columns: (
      'id createdAt completedAt day sessionId title workoutItemIndex workoutItem distance elapsedTime averagePace ' +
      'averagePower strokeRate heartRate heartRateSource dragFactor totalCalories strokeCount workoutType isSimulated isPartial startOffset source enteredBy machine visibility note tags fileName app logbookId completedFrom'
    ).split(' '),
    rows: activityRows,
  },
  {
    name: 'refused-results',
    about: 'the results that others entered for you and you refused: the newest of each workout',
    columns: 'sessionId title workoutItemIndex distance elapsedTime reason refusedAt'.split(' '),
    rows: refusalRows,
  },
  {
    name: 'clubs',
    about: 'your memberships; role -1 is a request, 0 member, 1 admin, 2 owner',
    columns: ['id', 'clubId', 'club', 'customURL', 'role', 'createdAt'],
    rows: membershipRows,
  },
  {
    name: 'follows',
    about: 'whom you follow (followee) and who follows you (follower)',
    columns: ['direction', 'id', 'displayName', 'createdAt'],
    rows: followRows,
  },
  {
    name: 'blocked',
    about: 'the members whom you have blocked',
    columns: ['id', 'displayName', 'createdAt'],
    rows: blockRows,
  },
  {
    name: 'comments',
    about: 'your comments and replies',
    columns: ['id', 'createdAt', 'activityId', 'athlete', 'replyTo', 'message'],
    rows: commentRows,
  },
  {
    name: 'likes',
    about: 'the activities that you like',
    columns: ['activityId', 'athlete', 'createdAt'],
    rows: likeRows,
  },
  {
    name: 'sessions',
    about: 'the sessions that you host',
    columns: 'id title startAt createdAt club isAccessibleByLink item1 item2 item3 item4'.split(' '),
    rows: sessionRows,
  },
  {
    name: 'attendance',
    about: 'the sessions that you said you will be at',
    columns: ['sessionId', 'title', 'startAt', 'createdAt'],
    rows: attendanceRows,
  },
  {
    name: 'squads',
    about: 'the squads of your clubs that you are in',
    columns: ['id', 'club', 'name', 'createdAt'],
    rows: squadRows,
  },
  {
    name: 'weights',
    about: 'what you weighed for tests, which no one else reads; in kg',
    columns: ['testId', 'test', 'weight'],
    rows: weightRows,
  },
  {
    name: 'category',
    about: 'what your categories in tests and records follow from, which no one else reads',
    columns: ['sex', 'birthYear'],
    rows: categoryRows,
  },
  {
    name: 'templates',
    about: 'the workouts that you keep as favorites',
    columns: ['id', 'title', 'workoutItem', 'createdAt'],
    rows: templateRows,
  },
  {
    name: 'notifications',
    about: 'what you were notified of',
    columns: ['id', 'createdAt', 'readAt', 'kind', 'by', 'activityId', 'clubId', 'sessionId'],
    rows: notificationRows,
  },
  {
    name: 'reports',
    about: 'what you reported to the administrators, with its name at that time',
    columns: ['id', 'createdAt', 'kind', 'name', 'reason', 'text'],
    rows: reportRows,
  },
];

/**
 * Makes archives of users' data: one at a time and a few an hour for each user, counted in this process. An archive is
 * read and sent page by page, so its size does not matter.
 */
export class Archives {
  readonly #options: ArchivesOptions;
  readonly #running = new Map<string, Readable>();
  /** When each user's archives of the last hour began, oldest first. */
  readonly #begun = new Map<string, number[]>();

  constructor(options: ArchivesOptions) {
    this.#options = options;
  }

  async stateOf(userId: string): Promise<ArchiveState> {
    return { activities: await countActivities(this.#options.db, userId), waitSec: this.#waitSec(userId) };
  }

  /** Returns the bytes of a ZIP file. @throws HttpError 429 */
  open({ login, user }: Person): Readable {
    const waitSec = this.#waitSec(user._id);
    if (waitSec > 0) {
      const message = this.#running.has(user._id)
        ? 'Your data is already being downloaded'
        : `You can download your data ${serverLimits.archivesPerHour} times an hour. Try again later.`;
      throw new HttpError(429, 'too_many_requests', message, undefined, waitSec);
    }
    const nowMs = this.#options.now().getTime();
    for (const [id, times] of this.#begun) if ((times.at(-1) ?? 0) <= nowMs - hourMs) this.#begun.delete(id);
    this.#begun.set(user._id, [...this.#recent(user._id), nowMs]);
    const archive = Readable.from(readingFor(user._id, zip(this.#entries({ login, user }))), {
      objectMode: false,
    });
    this.#running.set(user._id, archive);
    // Also closed before its end, when a client disconnects.
    for (const event of ['end', 'close']) archive.once(event, () => this.#running.delete(user._id));
    return archive;
  }

  /** Ends a user's download when their account is deleted; without a user all downloads, because the process stops. */
  end(userId?: string): void {
    for (const [id, archive] of this.#running) {
      if (userId === undefined || id === userId) archive.destroy(new Error('The archive was ended'));
    }
  }

  #recent(userId: string): number[] {
    const since = this.#options.now().getTime() - hourMs;
    return (this.#begun.get(userId) ?? []).filter((atMs) => atMs > since);
  }

  #waitSec(userId: string): number {
    // How long the rest of a download takes is not known.
    if (this.#running.has(userId)) return 10;
    const recent = this.#recent(userId);
    const [oldest] = recent.slice(-serverLimits.archivesPerHour);
    if (oldest === undefined || recent.length < serverLimits.archivesPerHour) return 0;
    return Math.max(1, Math.ceil((oldest + hourMs - this.#options.now().getTime()) / 1000));
  }

  async *#entries({ login, user }: Person): AsyncGenerator<ZipEntry, void, undefined> {
    const { db, files, identity, exports, productName, now } = this.#options;
    const madeAt = now();
    const entry = (name: string, content: ZipContent, modifiedAt = madeAt) => ({
      name,
      content,
      modifiedAt,
    });
    yield entry('README.txt', [readme(productName, madeAt, tables)]);
    const profile = {
      email: login.email,
      signIn: await identity.providersOf(login),
      ...(await findUserById(db, user._id)),
      mailKinds: await findMailKinds(db, user._id),
      goal: await findGoal(db, user._id),
      calendarAddressCreatedAt: (await findKeyTime(db, user._id))?.toISOString() ?? null,
      accessTokens: await listTokens(db, user._id),
      connectedServices: await listOwnConnections(db, user._id),
    };
    yield entry('profile.json', [`${JSON.stringify(profile, null, 2)}\n`]);
    for (const { name, columns, rows } of tables) {
      yield entry(`${name}.csv`, csvOf(columns, rows(db, user._id)));
      yield entry(`${name}.json`, jsonOf(rows(db, user._id)));
    }
    yield entry('season.csv', exports.season(user._id, {}, 'UTC'));
    for await (const { id, strokeCount } of activitiesOf(db, user._id)) {
      const found = await stillThere(activityForViewer(db, id, user._id));
      if (found === null) continue;
      // Its table names them, unless they hide.
      const activity = { ...found, enteredBy: found.enteredBy?._id === user._id ? found.enteredBy : null };
      const strokes = await strokesOf(db, id, strokeCount);
      const modifiedAt = new Date(activity.completedAt ?? activity.createdAt);
      for (const { name, content } of activityFiles) {
        const bytes = content({ activity, strokes, hasStrokes: strokeCount > 0 });
        if (bytes !== null) yield entry(`${folderOf(activity)}/${name}`, bytes, modifiedAt);
      }
      yield entry(`${folderOf(activity)}/activity.fit`, [await exports.ownFit(activity)], modifiedAt);
    }
    for (const { name, createdAt } of await listImageNames(db, user._id)) {
      const stored = await files.read(pathOfName(name));
      if (stored !== null) yield entry(`images/${name}`, [stored.bytes], createdAt);
    }
  }
}

/** Null for an activity that was reopened and discarded after the list was read: the archive continues without it. */
async function stillThere<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

async function strokesOf(db: Database, activityId: string, count: number) {
  if (count > heldStrokes) return () => strokesInBatches(db, activityId);
  const held: Array<readonly Stroke[]> = [];
  if (count > 0) for await (const batch of strokesInBatches(db, activityId)) held.push(batch);
  return async function* again() {
    yield* held;
  };
}
