import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter texts fit into one packet anyway. */
const compressedFromBytes = 1_024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Of brotli's 11 levels: smaller than gzip's best, and as fast as its usual level. */
const brotliQuality = 4;

const encoders = {
  br: (text: string) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (text: string) => compressGzip(text),
};

type Encoding = keyof typeof encoders;

/** Compressed texts kept: the pages of all addresses, in each encoding. */
const keptMax = 100;

declare module 'fastify' {
  interface FastifyReply {
    /** The same text is sent to many clients, so its compressed bytes are cached. */
    isSentToMany?: boolean;
    /** The text of the response, which caches its own compressed bytes. */
    jsonText?: JsonText;
  }
}

/** JSON that was checked when it was stored, sent unchanged. Compressed once, for any number of responses. */
export class JsonText {
  readonly text: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.text = text;
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const compressed = this.#compressed.get(encoding) ?? encoders[encoding](this.text);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }

  /** Compresses it for a client before it is sent, as a part of making the response. */
  async prepareFor(acceptEncoding: string | null): Promise<this> {
    const encoding = encodingFor(acceptEncoding ?? undefined);
    if (encoding !== null && this.text.length >= compressedFromBytes) await this.compressed(encoding);
    return this;
  }
}

/** Keeps compressed texts, the oldest dropped first. */
class KeptTexts {
  readonly #kept = new Map<string, Promise<Buffer>>();

  compressed(encoding: Encoding, text: string): Promise<Buffer> {
    const key = `${encoding} ${text}`;
    const kept = this.#kept.get(key) ?? encoders[encoding](text);
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) break;
      this.#kept.delete(oldest);
    }
    return kept;
  }
}

/**
 * Compresses JSON and pages for clients that accept it. Only complete texts: streams, such as images and uploads, and
 * files that the build has compressed pass unchanged.
 */
export function compressTexts(app: FastifyInstance): void {
  const kept = new KeptTexts();
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < compressedFromBytes) return payload;
    if (!/^(application\/(problem\+)?json|text\/html)\b/.test(String(reply.getHeader('content-type')))) {
      return payload;
    }
    // Also if it is not compressed, because a cache must not give this response to other clients.
    if (!/accept-encoding/i.test(String(reply.getHeader('vary') ?? ''))) {
      reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    if (reply.jsonText?.text === payload) return reply.jsonText.compressed(encoding);
    return reply.isSentToMany ? kept.compressed(encoding, payload) : encoders[encoding](payload);
  });
}

/** Chooses by the Accept-Encoding header; `q=0` refuses an encoding. */
function encodingFor(header: string | string[] | undefined): Encoding | null {
  const offers = [header ?? []].flat().join(',').toLowerCase().split(',');
  const accepts = (encoding: string) =>
    offers.some((offer) => {
      const [name = '', ...params] = offer.split(';').map((part) => part.trim());
      return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param));
    });
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : null;
}
