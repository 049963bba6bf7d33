import { createHash, randomUUID } from 'node:crypto';
import { fileFolders, fileLimits, type FileFolder, type StoredImage } from '@boathouse/contract/files';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError, notFound } from '../../../http/errors.ts';
import type { FileStore } from '../../../infra/files/files.ts';
import { ImageRejected, ImagesBusy, reencodeImage, type ImageSource } from '../../../infra/files/images.ts';
import type { UploadParts } from '../../../infra/files/upload-parts.ts';
import { KeyedQueue, type Turns } from '../../../infra/keyed-queue.ts';
import {
  type ClubAccess,
  mayWrite,
  nameOfPath,
  pathOfName,
  imageFolderOf,
  prefixOf,
  type ImageFolder,
  type ImageUse,
} from './rules.ts';
import {
  deleteFilesOf,
  deleteImage,
  deleteImageIfUnused,
  deleteUpload,
  findImage,
  findKnownNames,
  findUpload,
  lockImage,
  insertImage,
  insertUpload,
  listImages,
  listUploadsBefore,
  lockUser,
  selectUnusedImages,
  sumUsage,
  updateUpload,
  type PendingUpload,
} from './store.ts';

type FilesOptions = {
  db: Database;
  images: FileStore;
  parts: UploadParts;
  /** Limit per user for stored images and unfinished uploads together. */
  quotaBytes: number;
  now: () => Date;
  turnsOf: (name: string) => Turns;
  /** Returns the user's role in the club of a custom URL; null when no club has the URL. */
  clubAccess: (db: Database, customUrl: string, userId: string) => Promise<ClubAccess>;
  /** One for each feature that refers to images. An image without a use is swept. */
  uses: readonly ImageUse[];
};

/** An image that a request names by its path, in the request's `field`. */
export type WantedImage = {
  path: string;
  field: string;
  under: { folder: FileFolder; key: string };
  ownerId?: string;
};

/** Unfinished uploads per user. Only a broken or hostile client has more. */
const unfinishedMax = 20;
/** A user's images that are being re-encoded or wait for it. */
const encodingMax = 20;
const imageType = 'image/webp';
const sweepBatch = 500;

/** The use cases of images: receive, store, read, list and sweep. */
export class Files {
  readonly #options: FilesOptions;
  /** By image name: storing an image and sweeping one with the same bytes never overlap. */
  readonly #writes: Turns;
  /** By user id. */
  readonly #encodes = new KeyedQueue();
  /** By upload id, because only one of two processes finishes it. */
  readonly #finishes: Turns;
  readonly #finishing = new Map<string, Promise<StoredImage>>();

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#writes = options.turnsOf('image');
    this.#finishes = options.turnsOf('upload');
  }

  /**
   * Returns where images of this folder and key are stored; `isFree` if the key is a custom URL that no club has.
   * @throws HttpError 400 key, 403 when the user may not write there
   */
  async imageFolderFor(
    userId: string,
    folder: FileFolder,
    key: string,
  ): Promise<ImageFolder & { isFree: boolean }> {
    const imageFolder = imageFolderOf(folder, key);
    const isOfClub = fileFolders[folder].keyedBy === 'club';
    if (isOfClub && key.length > limits.customURLMax) {
      throw badField('key', `a custom URL has at most ${limits.customURLMax} characters`);
    }
    const club = isOfClub ? await this.#options.clubAccess(this.#options.db, imageFolder.key, userId) : null;
    if (!mayWrite(imageFolder, userId, club)) {
      throw new HttpError(403, 'forbidden', 'You do not have permission to store an image here');
    }
    return { ...imageFolder, isFree: isOfClub && club === null };
  }

  /** Returns the bytes to anyone who has the path; null if there is no such image. */
  async read(path: string): Promise<{ bytes: Uint8Array; type: string } | null> {
    const name = nameOfPath(path);
    const bytes = name === null ? null : await this.#options.images.get(name);
    return bytes === null ? null : { bytes, type: imageType };
  }

  /**
   * Re-encodes an image and stores it under a name derived from its content.
   * @throws HttpError 400 when it is not an allowed image, 402 when the quota is exceeded, 429 when too many images
   * wait to be re-encoded
   */
  async storeImage(userId: string, imageFolder: ImageFolder, bytes: Uint8Array): Promise<StoredImage> {
    await this.#checkQuota(this.#options.db, userId, bytes.byteLength);
    return this.#store(userId, imageFolder, bytes);
  }

  async #store(
    userId: string,
    imageFolder: ImageFolder,
    source: ImageSource,
    uploadId?: string,
  ): Promise<StoredImage> {
    const { db, images } = this.#options;
    const encoded = await this.#reencode(userId, source, imageFolder.folder);
    const hash = createHash('sha256').update(encoded).digest('hex').slice(0, 32);
    const name = `${prefixOf(imageFolder)}${hash}.webp`;
    await this.#writes.run(name, async () => {
      const isNew = await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const known = await findImage(tx, name);
        if (known?.userId !== userId) await this.#checkQuota(tx, userId, encoded.byteLength, uploadId);
        const createdAt = this.#options.now();
        await insertImage(tx, { name, userId, sizeBytes: encoded.byteLength, createdAt });
        return known === null;
      });
      try {
        await images.put(name, encoded, imageType);
      } catch (error) {
        if (isNew) await deleteImage(db, name);
        throw error;
      }
    });
    return { path: pathOfName(name) };
  }

  /** Re-encodes one image per user at a time, so that a user who sends many does not delay the others. */
  async #reencode(userId: string, source: ImageSource, folder: FileFolder): Promise<Uint8Array> {
    if (this.#encodes.lengthOf(userId) >= encodingMax) {
      throw new HttpError(
        429,
        'too_many_requests',
        'You are sending too many images. Try again in a moment.',
      );
    }
    try {
      return await this.#encodes.run(userId, () => reencodeImage(source, fileFolders[folder]));
    } catch (error) {
      if (error instanceof ImageRejected) throw imageRejected(error.message);
      if (error instanceof ImagesBusy) throw new HttpError(429, 'too_many_requests', error.message);
      throw error;
    }
  }

  /**
   * Returns the user's number of unfinished uploads. `uploadId` is excluded from the sum.
   * @throws HttpError 402
   */
  async #checkQuota(db: Database, userId: string, bytes: number, uploadId?: string): Promise<number> {
    const usage = await sumUsage(db, userId, this.#pendingSince(), uploadId);
    if (usage.bytes + bytes > this.#options.quotaBytes) {
      throw new HttpError(
        402,
        'quota_exceeded',
        'Your storage quota is exceeded. Images that are no longer shown are removed after a day.',
      );
    }
    return usage.unfinished;
  }

  /**
   * Lists the images under a key by path. Under a custom URL that no club has, lists only the caller's own.
   * @throws HttpError 400 key, 403 when the user may not write there
   */
  async list(
    userId: string,
    folder: FileFolder,
    query: { key: string; maxResults?: number | undefined; pageToken?: string | undefined },
  ) {
    const imageFolder = await this.imageFolderFor(userId, folder, query.key);
    const limit = query.maxResults ?? fileLimits.listResultsMax;
    const rows = await listImages(this.#options.db, prefixOf(imageFolder), {
      after: query.pageToken === undefined ? '' : tokenText(query.pageToken),
      limit: limit + 1,
      ...(imageFolder.isFree ? { ownerId: userId } : {}),
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(({ name, sizeBytes, createdAt }) => ({
        path: pathOfName(name),
        sizeBytes,
        createdAt: createdAt.toISOString(),
      })),
      nextPageToken: rows.length > limit && last ? Buffer.from(last.name).toString('base64url') : null,
    };
  }

  /** `useImages` with one image. */
  useImage<T>(wanted: WantedImage, use: (tx: Database) => Promise<T>): Promise<T> {
    return this.useImages([wanted], use);
  }

  /**
   * Runs `use`, which stores the paths with a user or a club, in a transaction that keeps the images from being swept.
   * @throws HttpError 400 naming the `field` of an image that does not exist, is not in the folder `under`, or, with
   * `ownerId`, belongs to another user
   */
  async useImages<T>(wanted: readonly WantedImage[], use: (tx: Database) => Promise<T>): Promise<T> {
    const { db, images } = this.#options;
    const named: Array<WantedImage & { name: string }> = [];
    for (const image of wanted) {
      const name = nameOfPath(image.path);
      const prefix = prefixOf(imageFolderOf(image.under.folder, image.under.key));
      if (name === null || !name.startsWith(prefix) || !(await images.has(name))) throw notStored(image);
      named.push({ ...image, name });
    }
    return db.transaction(async (tx) => {
      // Locks the user before the images, like #store does, so that the two cannot deadlock.
      for (const { ownerId } of named) if (ownerId !== undefined) await lockUser(tx, ownerId);
      for (const image of named) {
        if (!(await lockImage(tx, image.name))) throw notStored(image);
        if (image.ownerId === undefined) continue;
        if ((await findImage(tx, image.name))?.userId !== image.ownerId) throw notStored(image);
      }
      return use(tx);
    });
  }

  /** @throws HttpError 402 quota, 413 size, 429 when the user has too many unfinished uploads */
  async beginUpload(userId: string, imageFolder: ImageFolder, sizeBytes: number): Promise<PendingUpload> {
    const { db, now } = this.#options;
    if (sizeBytes > fileLimits.imageBytes) throw tooLarge();
    const upload = {
      id: randomUUID(),
      userId,
      folder: imageFolder.folder,
      key: imageFolder.key,
      sizeBytes,
      createdAt: now(),
    };
    await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const unfinished = await this.#checkQuota(tx, userId, sizeBytes);
      if (unfinished >= unfinishedMax) {
        throw new HttpError(
          429,
          'too_many_requests',
          'You have too many unfinished uploads. Finish or cancel one first.',
        );
      }
      await insertUpload(tx, upload);
    });
    return { ...upload, imageName: null, refusal: null };
  }

  /** @throws HttpError 404 when it does not exist, belongs to another user or has expired */
  async upload(userId: string, id: string): Promise<PendingUpload> {
    const upload = await findUpload(this.#options.db, id);
    if (upload === null || upload.userId !== userId || upload.createdAt <= this.#pendingSince()) {
      throw notFound('upload');
    }
    return upload;
  }

  async removeUpload(id: string): Promise<void> {
    await this.#options.parts.remove(id);
    await deleteUpload(this.#options.db, id);
  }

  /**
   * Makes the image of a fully received upload. Idempotent: stores the path or the reason for the refusal.
   * @throws HttpError like `storeImage`
   */
  finishUpload(upload: PendingUpload): Promise<StoredImage> {
    const running = this.#finishing.get(upload.id);
    if (running) return running;
    const finished = this.#finishes
      .run(upload.id, () => this.#finish(upload))
      .finally(() => this.#finishing.delete(upload.id));
    this.#finishing.set(upload.id, finished);
    return finished;
  }

  async #finish(given: PendingUpload): Promise<StoredImage> {
    const { db, parts } = this.#options;
    const upload = (await findUpload(db, given.id)) ?? given;
    if (upload.refusal !== null) throw imageRejected(upload.refusal);
    if (upload.imageName !== null) return { path: pathOfName(upload.imageName) };
    try {
      const read = () => parts.read(upload.id);
      const stored = await this.#store(upload.userId, upload, read, upload.id);
      await updateUpload(db, upload.id, { imageName: nameOfPath(stored.path) ?? '' });
      await parts.remove(upload.id);
      return stored;
    } catch (error) {
      if (error instanceof HttpError && error.status === 400) {
        await updateUpload(db, upload.id, { refusal: error.message });
        await parts.remove(upload.id);
      }
      throw error;
    }
  }

  /**
   * Deletes a user's images and uploads in the transaction that deletes the user. Returns what to do after the
   * commit: removes the bytes. The sweep removes the rest after a failure.
   */
  async deleteFilesOf(tx: Database, userId: string): Promise<() => Promise<void>> {
    const { db, images, parts, uses } = this.#options;
    const deleted = await deleteFilesOf(tx, uses, userId);
    return async () => {
      for (const name of deleted.images) {
        await this.#writes.run(name, async () => {
          if ((await findImage(db, name)) === null) await images.remove(name);
        });
      }
      for (const id of deleted.uploads) await parts.remove(id);
    };
  }

  /** Deletes abandoned uploads, unreferenced images and files without a record. Returns the number of each. */
  async sweep(): Promise<{ uploads: number; images: number; orphans: number }> {
    const { db, images, parts, uses } = this.#options;
    const before = this.#pendingSince();
    const removed = { uploads: 0, images: 0, orphans: 0 };
    for (let ids = await this.#expired(before); ids.length > 0; ids = await this.#expired(before)) {
      for (const id of ids) await this.removeUpload(id);
      removed.uploads += ids.length;
    }
    await parts.removeOlderThan(before);
    for (const { name } of await selectUnusedImages(db, uses, { before, limit: sweepBatch })) {
      await this.#writes.run(name, async () => {
        if (!(await deleteImageIfUnused(db, uses, { name, before }))) return;
        await images.remove(name);
        removed.images += 1;
      });
    }
    let pageToken: string | null = '';
    while (pageToken !== null) {
      const page = await images.list('', { maxResults: 1000, ...(pageToken ? { pageToken } : {}) });
      const old = page.items.filter(({ modifiedAt }) => modifiedAt < before).map(({ name }) => name);
      const known = await findKnownNames(db, old);
      for (const name of old) {
        if (known.has(name)) continue;
        await this.#writes.run(name, async () => {
          if ((await findImage(db, name)) !== null) return;
          await images.remove(name);
          removed.orphans += 1;
        });
      }
      pageToken = page.nextPageToken;
    }
    return removed;
  }

  #expired(before: Date): Promise<string[]> {
    return listUploadsBefore(this.#options.db, before, sweepBatch);
  }

  #pendingSince(): Date {
    return new Date(this.#options.now().getTime() - fileLimits.pendingMs);
  }
}

const notStored = ({ field }: WantedImage) =>
  badField(field, 'must be the path of an image that is stored for this field');

export function tooLarge() {
  return new HttpError(
    413,
    'too_large',
    `An image may have at most ${fileLimits.imageBytes / 1_048_576} MiB. Choose a smaller one.`,
  );
}

const imageRejected = (message: string) =>
  new HttpError(400, 'bad_request', message, [{ field: 'body', message }]);

/** Our own tokens are file names. Any other token starts the list at its place in the order, which is harmless. */
const tokenText = (token: string) => Buffer.from(token, 'base64url').toString('utf8').replaceAll('\0', '');
