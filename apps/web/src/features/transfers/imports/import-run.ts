import type { Machine } from '@boathouse/contract/activities';
import {
  importLimits,
  imports,
  type ImportedWorkout,
  type ImportPreview,
  type ImportRecord,
} from '@boathouse/contract/activities/imports';
import type { LeftOut } from '@boathouse/formats/zip/pick';
import { ApiError, callApi, messageOf, refusalOf } from '../../../lib/api.ts';
import { viewerTimeZone } from '../../../lib/format.ts';
import { createStore } from '../../../lib/store.ts';
import { ArchiveReader, isArchive } from './archive-reader.ts';

export type FileToRead = {
  file: File;
  /** A `stopped` archive continues at the viewer's request. */
  state: 'waiting' | 'reading' | 'stopped' | 'read' | 'failed';
  problem: string | null;
  /** How much of an archive was examined; null for any other file, and until it is known. */
  archive: {
    looked: number;
    of: number;
    found: number;
    leftOut: readonly LeftOut[];
  } | null;
};

type SameAnswer = 'both' | 'same';

/** The viewer's running import. Stored outside the page, so that leaving the page loses nothing. */
export type ImportRun = {
  userId: string;
  files: readonly FileToRead[];
  /** Null until the first file is read. */
  preview: ImportPreview | null;
  chosen: ReadonlySet<number>;
  /** The viewer's answers about workouts that look like existing rows. */
  answers: ReadonlyMap<number, SameAnswer>;
  timeZone: string;
  machine: Machine | null;
  /** The visibility of each new activity. */
  tags: string[];
  /** The start of workouts whose file has no date, as typed into a field of date and time. */
  starts: ReadonlyMap<number, string>;
  isStoring: boolean;
  /** How many of the chosen workouts are stored so far; null until the server reports it. */
  storedSoFar: number | null;
  problem: string | null;
  /** The record of the last import. */
  stored: ImportRecord | null;
};

const empty = (userId: string, timeZone = viewerTimeZone()): ImportRun => ({
  userId,
  files: [],
  preview: null,
  chosen: new Set(),
  answers: new Map(),
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

/** Starts again for another user. */
export function openRun(userId: string): void {
  if (store.get().userId === userId) return;
  closeArchives();
  store.set(empty(userId));
}

export function forgetRun(): void {
  const { userId, timeZone } = store.get();
  closeArchives();
  store.set(empty(userId, timeZone));
}

/** Whether storing a workout has an effect: it is new, or completes a row. */
export function isOffered(workout: ImportedWorkout): boolean {
  return !isAsked(workout) && (workout.status === 'new' || workout.completes.length > 0);
}

/** Whether a workout looks like an existing row of the viewer, so that they must answer which it is. */
export function isAsked({ isProbable = false }: ImportedWorkout): boolean {
  return isProbable;
}

/** Files with curves first: if two files have a workout, the first counts as new. */
const orderOf = ({ name }: File) =>
  ['fit', 'tcx', 'csv'].findIndex((end) => new RegExp(`\\.${end}(\\.gz)?$`, 'i').test(name));

const toRead = (file: File): FileToRead => ({ file, state: 'waiting', problem: null, archive: null });

/** Reads files into the import that is open, one after another. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const added = files.toSorted((one, two) => orderOf(one) - orderOf(two)).map(toRead);
  change({ files: [...store.get().files, ...added], stored: null, problem: null });
  await readWaiting();
}

/** Reads all files again, in another time zone. */
export async function readIn(timeZone: string): Promise<void> {
  const { files } = store.get();
  closeArchives();
  change({
    timeZone,
    preview: null,
    chosen: new Set(),
    answers: new Map(),
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

/** Continues reading the archives whose reading was stopped. */
export async function goOn(): Promise<void> {
  const files = store
    .get()
    .files.map((each): FileToRead =>
      each.state === 'stopped' ? { ...each, state: 'waiting', problem: null } : each,
    );
  change({ files, stored: null });
  await readWaiting();
}

/** Stops reading archives: earlier findings can be imported. */
export function stopReading(): void {
  isStopWanted = true;
}

let isStopWanted = false;
/** It serves archives that are not read to their end. */
const archives = new Map<File, ArchiveReader>();

function closeArchive(file: File): void {
  archives.get(file)?.close();
  archives.delete(file);
}

function closeArchives(): void {
  for (const file of archives.keys()) closeArchive(file);
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

/** A file in the list, while it is read. */
class Reading {
  #shown: FileToRead;

  constructor(waiting: FileToRead) {
    this.#shown = waiting;
    this.show({ state: 'reading', problem: null });
  }

  get shown(): FileToRead {
    return this.#shown;
  }

  /** Not if the import was canceled or stored in the meantime, or if the file must be read again. */
  isAwaited(): boolean {
    return store.get().files.includes(this.#shown);
  }

  show(changed: Partial<FileToRead>): void {
    const next = { ...this.#shown, ...changed };
    change({ files: store.get().files.map((each) => (each === this.#shown ? next : each)) });
    this.#shown = next;
  }
}

async function readOne(waiting: FileToRead): Promise<void> {
  const reading = new Reading(waiting);
  const { file } = waiting;
  try {
    if (await isArchive(file)) await readArchive(reading);
    else if (file.size > importLimits.fileBytes) {
      reading.show({ state: 'failed', problem: 'It has more than 20 MB. Split it.' });
    } else {
      await readBytes(reading, new Uint8Array(await file.arrayBuffer()));
      if (reading.isAwaited()) reading.show({ state: 'read' });
    }
  } catch (error) {
    await storing;
    const problem = error instanceof ApiError ? refusalOf(error) : messageOf(error);
    reading.show({ state: archives.has(file) ? 'stopped' : 'failed', problem });
  }
}

/** Reads the files of an archive that can be workouts, some at a time, until the end or until the viewer stops it. */
async function readArchive(reading: Reading): Promise<void> {
  const { file } = reading.shown;
  isStopWanted = false;
  const archive = archives.get(file) ?? new ArchiveReader(file);
  archives.set(file, archive);
  let { found, leftOut } = reading.shown.archive ?? { found: 0, leftOut: [] };
  let isEnd = false;
  while (!isEnd || archive.unsent !== null) {
    if (archive.unsent === null) {
      const slice = await archive.next();
      archive.unsent = slice.part;
      isEnd = slice.leftOut !== null;
      leftOut = slice.leftOut ?? leftOut;
      const { looked, of } = slice;
      if (reading.isAwaited()) reading.show({ archive: { looked, of, found, leftOut } });
    }
    if (archive.unsent !== null) {
      const workouts = await readBytes(reading, archive.unsent);
      // It is sent again if the import was stored in the meantime, because that import's workouts are then known.
      if (!reading.isAwaited()) return;
      archive.unsent = null;
      found += workouts.filter(({ status }) => status !== 'problem').length;
      const { archive: before } = reading.shown;
      if (before !== null) reading.show({ archive: { ...before, found } });
    }
    if (!reading.isAwaited()) return;
    if (isStopWanted && !isEnd) {
      reading.show({ state: 'stopped' });
      return;
    }
  }
  closeArchive(file);
  // For the archive itself, and not for a file in it.
  const fault = leftOut.find(({ name }) => name === '');
  if (fault === undefined) reading.show({ state: 'read' });
  else reading.show({ state: 'failed', problem: fault.message, archive: null });
}

/** How often a part is sent again to a server that has too much to do. */
const triesMax = 10;

/** Reads a file, or a part of an archive, into the import that is open. Returns the findings. */
async function readBytes(reading: Reading, body: Uint8Array<ArrayBuffer>): Promise<ImportedWorkout[]> {
  const name = reading.shown.file.name.slice(-importLimits.nameMax);
  const all: ImportedWorkout[] = [];
  for (let from = '0', tries = 1; ;) {
    const { timeZone, preview } = store.get();
    const into = preview === null ? {} : { into: preview._id };
    let read: ImportPreview;
    try {
      read = await callApi(imports.read, { query: { name, timeZone, from, ...into }, body });
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429 && tries < triesMax;
      if (!isBusy || !reading.isAwaited()) throw error;
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSec ?? 1) * 1_000));
      continue;
    }
    await storing;
    if (!reading.isAwaited()) return all;
    const found = read.workouts.flatMap((each) => (isOffered(each) ? [each.index] : []));
    const workouts: ImportedWorkout[] = [...(preview?.workouts ?? []), ...read.workouts];
    change({
      preview: { ...read, readInTimeZone: preview?.readInTimeZone ?? read.readInTimeZone, workouts },
      chosen: new Set([...store.get().chosen, ...found]),
    });
    all.push(...read.workouts);
    if (!read.rest || read.rest.from === from) return all;
    ({ from } = read.rest);
  }
}

export function choose(indexes: readonly number[], isChosen: boolean): void {
  const chosen = new Set(store.get().chosen);
  for (const index of indexes) {
    if (isChosen) chosen.add(index);
    else chosen.delete(index);
  }
  changeChoice({ chosen });
}

/**
 * Answers about workouts that look like rows: a different one is stored, and the same one only if the row lacks some of
 * its data.
 */
export function answer(asked: readonly ImportedWorkout[], given: SameAnswer): void {
  const answers = new Map(store.get().answers);
  const chosen = new Set(store.get().chosen);
  for (const { index, completes } of asked) {
    answers.set(index, given);
    if (given === 'both' || completes.length > 0) chosen.add(index);
    else chosen.delete(index);
  }
  changeChoice({ answers, chosen });
}

export function setMachine(machine: Machine | null): void {
  changeChoice({ machine });
}

export function setTags(tags: string[]): void {
  change({ tags });
}

export function setStart(index: number, text: string): void {
  changeChoice({ starts: new Map(store.get().starts).set(index, text) });
}

/** Changes the choice, and clears the problem once no answer is missing. */
function changeChoice(choice: Partial<Pick<ImportRun, 'answers' | 'chosen' | 'machine' | 'starts'>>): void {
  change(choice);
  const run = store.get();
  if (run.problem !== null && missingIn(run) === null) change({ problem: null });
}

/** Returns the question that must be answered before the chosen workouts can be stored; null without one. */
function missingIn({ preview, chosen, answers, machine, starts }: ImportRun): string | null {
  if (preview?.workouts.some((each) => isAsked(each) && !answers.has(each.index)))
    return 'Say of each row that looks like one you have whether it is the same.';
  const workouts = preview?.workouts.filter(({ index }) => chosen.has(index)) ?? [];
  if (workouts.length === 0) return 'Choose at least one workout.';
  if (machine === null && workouts.some((each) => each.machine === null)) return 'Choose the machine first.';
  const isUndated = workouts.some(({ startedAt, index }) => startedAt === null && !starts.get(index));
  return isUndated ? 'Say when the workouts without a date began.' : null;
}

/** Stores the chosen workouts, and then reads the files added in the meantime. Returns whether it stored them. */
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
  const { files, chosen, answers, machine, tags, starts, timeZone, userId } = run;
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
    const same = [...chosen].filter((index) => answers.get(index) === 'same');
    const stored = await callApi(imports.store, {
      params: { id: preview._id },
      body: {
        indexes: [...chosen].toSorted((one, two) => one - two),
        ...(same.length === 0 ? {} : { same }),
        ...(machine === null ? {} : { machine }),
        ...(tags.length === 0 ? {} : { tags }),
        ...(startedAt.length === 0 ? {} : { startedAt }),
      },
    });
    if (isOpen()) {
      const left = store.get().files.filter((each) => !done.has(each));
      const files = left.map((each): FileToRead =>
        each.state === 'stopped' ? each : { ...each, state: 'waiting' },
      );
      store.set({ ...empty(userId, timeZone), files, stored });
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

/** Storing continues, even if its progress can't be shown. */
async function noteProgress(id: string): Promise<void> {
  try {
    const { stored } = await callApi(imports.byId, { params: { id } });
    const { isStoring, preview } = store.get();
    if (isStoring && preview?._id === id) change({ storedSoFar: stored });
  } catch {
    // Not begun yet, or the server is unavailable.
  }
}
