import { PassThrough, Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { Server } from '@tus/server';
import type { UploadParts } from './upload-parts.ts';

/** What the protocol answers: below 400 with these headers, else why not. */
export type ResumableAnswer = { status: number; headers: Headers; reason: string };

export type ResumableRequest = {
  raw: IncomingMessage;
  /** The upload that the request is about: the caller has checked whose it is, or has just recorded it. */
  uploadId: string;
  /** Where clients reach it. */
  location: string;
};

/**
 * tus 1.0.0 over the given store, for requests that are already authorised. The library never picks an id: it takes
 * ours.
 */
export class ResumableUploads {
  readonly #parts: UploadParts;
  readonly #server: Server;
  readonly #running = new Set<Promise<void>>();
  readonly #known = new WeakMap<Request, { storeId: string; location: string }>();

  constructor(parts: UploadParts, options: { path: string; maxBytes: number }) {
    this.#parts = parts;
    const known = (request: Request) => {
      const found = this.#known.get(request);
      if (!found) throw new Error('A request came that was not handed over');
      return found;
    };
    this.#server = new Server({
      path: options.path,
      datastore: parts.store,
      maxSize: options.maxBytes,
      namingFunction: (request) => known(request).storeId,
      getFileIdFromRequest: (request) => known(request).storeId,
      generateUrl: (request) => known(request).location,
    });
  }

  handle(request: ResumableRequest): Promise<ResumableAnswer> {
    const answer = this.#answer(request);
    const settled = answer.then(
      () => {},
      () => {},
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
    return answer;
  }

  /** When the bytes of clients that are already gone are kept, too: a stop in good order waits for this. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #answer({ raw, uploadId, location }: ResumableRequest): Promise<ResumableAnswer> {
    const body = bodyOf(raw);
    const headers = new Headers();
    for (const [name, value] of Object.entries(raw.headers)) {
      if (isProtocolHeader.test(name) && typeof value === 'string') headers.set(name, value);
    }
    // An HTTP error of the library is an answer; the host is never looked at.
    const request = new Request(new URL(location, 'http://localhost'), {
      method: raw.method ?? 'GET',
      headers,
      ...(body === null ? {} : { body: Readable.toWeb(body), duplex: 'half' }),
    });
    this.#known.set(request, { storeId: this.#parts.storeIdOf(uploadId), location });
    try {
      const answer = await this.#server.handleWeb(request);
      const reason = answer.status >= 400 ? await answer.text() : '';
      return { status: answer.status, headers: answer.headers, reason: reason.trim() };
    } finally {
      if (body !== null) {
        // What the library has not read would keep the connection busy for ever.
        raw.unpipe(body);
        body.destroy();
        raw.resume();
      }
    }
  }
}

/** CORS, forwarding and method-override headers are not the protocol's business here. */
const isProtocolHeader = /^(tus-resumable|upload-[a-z-]+|content-type|content-length)$/;

/**
 * The request's body; when the client is cut off in the middle it ends instead of failing, so that the bytes that did
 * come are kept and the client can go on after them.
 */
function bodyOf(raw: IncomingMessage): PassThrough | null {
  if (raw.method !== 'PATCH' && raw.method !== 'POST') return null;
  const body = new PassThrough();
  if (raw.destroyed) body.end();
  raw.on('error', () => body.end());
  raw.on('close', () => body.end());
  raw.pipe(body);
  return body;
}
