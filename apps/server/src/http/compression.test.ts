import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { compressTexts } from './compression.ts';

const long = { words: 'row '.repeat(1_000) };

function serve() {
  const app = fastify();
  onTestFinished(() => app.close());
  compressTexts(app);
  app.get('/long', () => long);
  app.get('/short', () => ({ ok: true }));
  app.get('/page', (_, reply) => reply.type('text/html').send(`<p>${long.words}</p>`));
  app.get('/stream', (_, reply) =>
    reply.type('application/json').send(Readable.from([JSON.stringify(long)])),
  );
  app.get('/bytes', (_, reply) => reply.type('image/webp').send(Buffer.alloc(5_000)));
  app.get('/made', (_, reply) =>
    reply.type('application/json').header('content-encoding', 'x-own').send(JSON.stringify(long)),
  );
  return (url: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
])('a JSON response is compressed for a client that accepts %s', async (accepted, encoding) => {
  const answer = await serve()('/long', accepted);
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(answer.rawPayload.length).toBeLessThan(200);
  expect(Number(answer.headers['content-length'] ?? answer.rawPayload.length)).toBe(answer.rawPayload.length);
  const text = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(answer.rawPayload).toString();
  expect(JSON.parse(text)).toEqual(long);
});

test.each([undefined, 'identity', 'br;q=0', 'zstd'])(
  'it is sent uncompressed to a client that accepts %s, and caches are informed that others differ',
  async (accepted) => {
    const { headers, body } = await serve()('/long', accepted);
    expect([headers['content-encoding'], headers['vary'], JSON.parse(body)]).toEqual([
      undefined,
      'accept-encoding',
      long,
    ]);
  },
);

test('a page is compressed', async () => {
  const answer = await serve()('/page', 'br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(`<p>${long.words}</p>`);
});

test.each(['/short', '/stream', '/bytes'])('%s is not: short, a stream or bytes', async (url) => {
  const answer = await serve()(url, 'br, gzip');
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
});

test('a response that is encoded already is not encoded again', async () => {
  const { headers, body } = await serve()('/made', 'br');
  expect([headers['content-encoding'], JSON.parse(body)]).toEqual(['x-own', long]);
});

test('a HEAD request gets no body', async () => {
  const answer = await serve()('/long', 'br', 'HEAD');
  expect([answer.statusCode, answer.rawPayload.length, answer.headers['content-encoding']]).toEqual([
    200,
    0,
    undefined,
  ]);
});

test('a text for many clients is correct for each of them, in their encoding', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  compressTexts(app);
  app.get<{ Params: { id: string } }>('/pages/:id', (request, reply) => {
    reply.isSentToMany = true;
    return reply.type('text/html').send(`<p>${long.words}${request.params.id}</p>`);
  });
  for (let round = 0; round < 2; round += 1) {
    for (let id = 0; id < 120; id += 1) {
      const encoding = id % 2 === 0 ? 'br' : 'gzip';
      const answer = await app.inject({ url: `/pages/${id >> 1}`, headers: { 'accept-encoding': encoding } });
      const text = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(answer.rawPayload).toString();
      expect(text).toBe(`<p>${long.words}${id >> 1}</p>`);
    }
  }
});
