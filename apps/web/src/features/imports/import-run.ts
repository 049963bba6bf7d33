import type { Machine } from '@boathouse/contract/activities';
import {
  importLimits,
  imports,
  type ImportedWorkout,
  type ImportPreview,
  type ImportRecord,
} from '@boathouse/contract/activities/imports';
import { ApiError, callApi, messageOf, refusalOf } from '../../lib/api.ts';
import { viewerTimeZone } from '../../lib/format.ts';
import { createStore } from '../../lib/store.ts';

type FileToRead = { file: File; state: 'waiting' | 'reading' | 'read' | 'failed'; problem: string | null };

/** What the viewer is importing. Kept beside the page, so that leaving it loses nothing. */
export type ImportRun = {
  userId: string;
  files: readonly FileToRead[];
  /** Null until the first file is read. */
  preview: ImportPreview | null;
  chosen: ReadonlySet<number>;
  timeZone: string;
  machine: Machine | null;
  /** Of each new activity. */
  tags: string[];
  /** The start of workouts whose file has no date, as typed into a field of date and time. */
  starts: ReadonlyMap<number, string>;
  isStoring: boolean;
  /** How many of the chosen are stored so far; null until the server says so. */
  storedSoFar: number | null;
  problem: string | null;
  /** What the last import stored. */
  stored: ImportRecord | null;
};

const empty = (userId: string, timeZone = viewerTimeZone()): ImportRun => ({
  userId,
  files: [],
  preview: null,
  chosen: new Set(),
  timeZone,
  machine: null,
  tags: [],
  starts: new Map(),
  isStoring: false,
  storedSoFar: null,
  problem: null,
  stored: null,
});

const store = createStore<ImportRun>(empty(''));
export const { subscribe, get: currentRun } = store;

const change = (changed: Partial<ImportRun>) => store.set({ ...store.get(), ...changed });

/** Begins anew for another user. */
export function openRun(userId: string): void {
  if (store.get().userId !== userId) store.set(empty(userId));
}

export function forgetRun(): void {
  const { userId, timeZone } = store.get();
  store.set(empty(userId, timeZone));
}

/** Whether storing a workout does something: it is new, or completes a row. */
export function isOffered({ status, completes }: ImportedWorkout): boolean {
  return status === 'new' || completes.length > 0;
}

/** Files with curves first: of a workout that two files have, the first is new. */
const orderOf = ({ name }: File) =>
  ['fit', 'tcx', 'csv'].findIndex((end) => new RegExp(`\\.${end}(\\.gz)?$`, 'i').test(name));

const toRead = (file: File): FileToRead =>
  file.size > importLimits.fileBytes
    ? {
        file,
        state: 'failed',
        problem: 'It has more than 20 MB. Split it, or choose its files one by one.',
      }
    : { file, state: 'waiting', problem: null };

/** Reads files into the import that is open, one after another. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const added = files.toSorted((one, two) => orderOf(one) - orderOf(two)).map(toRead);
  change({ files: [...store.get().files, ...added], stored: null, problem: null });
  await readWaiting();
}

/** Reads all files again, in another time zone. */
export async function readIn(timeZone: string): Promise<void> {
  const { files } = store.get();
  change({
    timeZone,
    preview: null,
    chosen: new Set(),
    starts: new Map(),
    files: files.map((each) => (each.state === 'failed' ? each : toRead(each.file))),
  });
  await readWaiting();
}

export async function readAgain(): Promise<void> {
  change({
    problem: null,
    files: store.get().files.map((each) => (each.state === 'failed' ? toRead(each.file) : each)),
  });
  await readWaiting();
}

let isReading = false;
/** The end of the last storing: until then no file is read, because its import is about to be closed. */
let storing: Promise<unknown> = Promise.resolve();

async function readWaiting(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    for (;;) {
      await storing;
      const next = store.get().files.find(({ state }) => state === 'waiting');
      if (next === undefined) return;
      await readOne(next);
    }
  } finally {
    isReading = false;
  }
}

async function readOne(waiting: FileToRead): Promise<void> {
  const { file } = waiting;
  const replace = (old: FileToRead, by: FileToRead) =>
    change({ files: store.get().files.map((each) => (each === old ? by : each)) });
  const reading: FileToRead = { ...waiting, state: 'reading' };
  replace(waiting, reading);
  /** Not if the import was canceled or stored meanwhile, or the file is to be read again. */
  const isAwaited = () => store.get().files.includes(reading);
  const { timeZone, preview } = store.get();
  try {
    const body = new Uint8Array(await file.arrayBuffer());
    const name = file.name.slice(-importLimits.nameMax);
    const read = await callApi(imports.read, {
      query: { name, timeZone, ...(preview === null ? {} : { into: preview._id }) },
      body,
    });
    await storing;
    if (!isAwaited()) return;
    const found = read.workouts.flatMap((each) => (isOffered(each) ? [each.index] : []));
    const workouts: ImportedWorkout[] = [...(preview?.workouts ?? []), ...read.workouts];
    change({
      preview: { ...read, readInTimeZone: preview?.readInTimeZone ?? read.readInTimeZone, workouts },
      chosen: new Set([...store.get().chosen, ...found]),
    });
    replace(reading, { ...reading, state: 'read' });
  } catch (error) {
    await storing;
    const problem = error instanceof ApiError ? refusalOf(error) : messageOf(error);
    replace(reading, { ...reading, state: 'failed', problem });
  }
}

export function choose(indexes: readonly number[], isChosen: boolean): void {
  const chosen = new Set(store.get().chosen);
  for (const index of indexes) {
    if (isChosen) chosen.add(index);
    else chosen.delete(index);
  }
  change({ chosen });
}

export function setMachine(machine: Machine | null): void {
  change({ machine });
}

export function setTags(tags: string[]): void {
  change({ tags });
}

export function setStart(index: number, text: string): void {
  change({ starts: new Map(store.get().starts).set(index, text) });
}

/** Returns what has to be answered before the chosen workouts can be stored; null for nothing. */
function missingIn({ preview, chosen, machine, starts }: ImportRun): string | null {
  const workouts = preview?.workouts.filter(({ index }) => chosen.has(index)) ?? [];
  if (workouts.length === 0) return 'Choose at least one workout.';
  if (machine === null && workouts.some((each) => each.machine === null)) return 'Choose the machine first.';
  const isUndated = workouts.some(({ startedAt, index }) => startedAt === null && !starts.get(index));
  return isUndated ? 'Say when the workouts without a date began.' : null;
}

/** Stores the chosen workouts, and then reads the files that have come meanwhile. Returns whether it stored them. */
export async function storeChosen(): Promise<boolean> {
  const run = store.get();
  const { preview, isStoring } = run;
  if (preview === null || isStoring) return false;
  const missing = missingIn(run);
  if (missing !== null) {
    change({ problem: missing });
    return false;
  }
  const stored = storeWorkouts(preview, run);
  storing = stored;
  return stored;
}

/** Never rejects. */
async function storeWorkouts(preview: ImportPreview, run: ImportRun): Promise<boolean> {
  const { files, chosen, machine, tags, starts, timeZone, userId } = run;
  const done = new Set(files.filter(({ state }) => state === 'read' || state === 'failed'));
  change({ isStoring: true, storedSoFar: null, problem: null });
  const isOpen = () => store.get().userId === userId;
  const watch = setInterval(() => void noteProgress(preview._id), progressEveryMs);
  try {
    const startedAt = [...starts].flatMap(([index, text]) =>
      text === '' || !chosen.has(index)
        ? []
        : [
            {
              index,
              at: new Date(
                Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds,
              ).toISOString(),
            },
          ],
    );
    const stored = await callApi(imports.store, {
      params: { id: preview._id },
      body: {
        indexes: [...chosen].toSorted((one, two) => one - two),
        ...(machine === null ? {} : { machine }),
        ...(tags.length === 0 ? {} : { tags }),
        ...(startedAt.length === 0 ? {} : { startedAt }),
      },
    });
    if (isOpen()) {
      const left = store.get().files.filter((each) => !done.has(each));
      store.set({ ...empty(userId, timeZone), files: left.map(({ file }) => toRead(file)), stored });
    }
    return true;
  } catch (error) {
    if (!isOpen()) return false;
    change({ isStoring: false, problem: error instanceof ApiError ? refusalOf(error) : messageOf(error) });
    return false;
  } finally {
    clearInterval(watch);
  }
}

const progressEveryMs = 1_000;

/** Storing goes on, whether or not its progress can be shown. */
async function noteProgress(id: string): Promise<void> {
  try {
    const { stored } = await callApi(imports.byId, { params: { id } });
    const { isStoring, preview } = store.get();
    if (isStoring && preview?._id === id) change({ storedSoFar: stored });
  } catch {
    // Not begun yet, or the server is away.
  }
}
