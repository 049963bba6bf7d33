import { PassThrough, Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { Server } from '@tus/server';
import type { UploadParts } from './upload-parts.ts';

/** The protocol's response: headers for a status below 400, otherwise the `reason`. */
export type ResumableResponse = { status: number; headers: Headers; reason: string };

type ResumableRequest = {
  raw: IncomingMessage;
  /** The upload of the request. The caller has checked its owner, or has just created it. */
  uploadId: string;
  /** The upload's URL path for clients. */
  location: string;
};

/**
 * Serves tus 1.0.0 over the given store, for requests that are already authorized. Upload ids are ours, not the
 * library's.
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
      if (!found) throw new Error('Unknown request in the tus server');
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

  handle(request: ResumableRequest): Promise<ResumableResponse> {
    const response = this.#respond(request);
    const settled = response.then(
      () => {},
      () => {},
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
    return response;
  }

  /** Resolves when all received bytes are stored, including those of disconnected clients. Shutdown waits for this. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #respond({ raw, uploadId, location }: ResumableRequest): Promise<ResumableResponse> {
    const body = bodyOf(raw);
    const headers = new Headers();
    for (const [name, value] of Object.entries(raw.headers)) {
      if (isProtocolHeader.test(name) && typeof value === 'string') headers.set(name, value);
    }
    // The library ignores the host.
    const request = new Request(new URL(location, 'http://localhost'), {
      method: raw.method ?? 'GET',
      headers,
      ...(body === null ? {} : { body: Readable.toWeb(body), duplex: 'half' }),
    });
    this.#known.set(request, { storeId: this.#parts.storeIdOf(uploadId), location });
    try {
      const response = await this.#server.handleWeb(request);
      const reason = response.status >= 400 ? await response.text() : '';
      return { status: response.status, headers: response.headers, reason: reason.trim() };
    } finally {
      if (body !== null) {
        // Drains unread bytes, which would otherwise block the connection.
        raw.unpipe(body);
        body.destroy();
        raw.resume();
      }
    }
  }
}

/** Withholds CORS, forwarding and method-override headers from the library. */
const isProtocolHeader = /^(tus-resumable|upload-[a-z-]+|content-type|content-length)$/;

/**
 * Returns the request's body as a stream that ends, instead of failing, when the client disconnects: the library then
 * stores the bytes received so far and the client can resume after them.
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
