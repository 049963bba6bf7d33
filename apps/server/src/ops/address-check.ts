import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { apiVersionHeader, urlOf } from '@boathouse/contract/endpoint';
import { fileLimits } from '@boathouse/contract/files';
import { product } from '@boathouse/contract/product';

type AddressProblem = { kind: 'address' | 'websocket' | 'upload' | 'proxy'; text: string };

/**
 * How long a response may take by default: users leave a page that loads for longer. The largest request has six times
 * as long.
 */
const usualMs = 10_000;

type Answer = { status: number; isOurs: boolean; headers: IncomingMessage['headers'] };

const answerOf = (response: IncomingMessage): Answer => ({
  status: response.statusCode ?? 0,
  isOurs: response.headers[apiVersionHeader] !== undefined,
  headers: response.headers,
});

function open(url: URL, options: RequestOptions, withinMs: number) {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  const signal = AbortSignal.timeout(withinMs);
  return send(url, { ...options, agent: false, signal });
}

async function ask(url: URL, withinMs: number): Promise<Answer> {
  const sent = open(url, { headers: { accept: 'text/html,application/json' } }, withinMs).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error('There is no response');
  response.resume();
  return answerOf(response);
}

/** Explains to the operator why an address does not respond. */
function reasonOf(error: unknown, withinMs: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not in DNS.';
    case 'ECONNREFUSED':
      return 'nothing listens there. Is the server running, and its proxy?';
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired.';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another name.';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'browsers do not trust its certificate.';
    case 'ABORT_ERR':
      return `it did not answer within ${withinMs / 1_000} s.`;
    default:
      return `${error instanceof Error ? error.message : String(error)}.`;
  }
}

const pathOf = (address: string, path: string) => new URL(path, address);

/**
 * Tries an address like a browser: a page, a call, the live connection, and the largest request. Each failing link is a
 * separate problem; links behind a failed one are not tried. A network that does not route its own public address back
 * to itself fails here too, so the message names where the check ran.
 */
export async function checkAddress(
  address: string,
  { trustedProxy, withinMs = usualMs }: { trustedProxy: string | null; withinMs?: number },
): Promise<AddressProblem[]> {
  const own = new URL(address);
  let page: Answer;
  let call: Answer;
  try {
    page = await ask(own, withinMs);
    call = await ask(pathOf(address, urlOf(product.read, {}, {})), withinMs);
  } catch (error) {
    return [
      {
        kind: 'address',
        text: `${address} can't be reached from this machine: ${reasonOf(error, withinMs)}`,
      },
    ];
  }
  const { location } = page.headers;
  if (page.status >= 300 && page.status < 400 && location !== undefined) {
    const target = URL.parse(location, own);
    if (target !== null && target.origin !== own.origin) {
      const text = `${address} leads to ${target.origin}: set PUBLIC_URL=${target.origin}, because calls from pages at another address are refused.`;
      return [{ kind: 'address', text }];
    }
  }
  if (!call.isOurs) {
    const isAway = [502, 503, 504].includes(call.status);
    const why = isAway
      ? `a proxy answers with ${call.status}: it does not reach the server`
      : `another program answers, with status ${call.status}`;
    return [{ kind: 'address', text: `${address} does not lead to this server: ${why}.` }];
  }
  const problems: AddressProblem[] = [];
  if (page.status !== 200) {
    problems.push({
      kind: 'address',
      text: `The page at ${address} has status ${page.status} instead of 200.`,
    });
  }
  const websocket = await checkWebSocket(address, withinMs);
  if (websocket !== null) problems.push({ kind: 'websocket', text: websocket });
  const upload = await checkUpload(address, 6 * withinMs);
  if (upload !== null) problems.push({ kind: 'upload', text: upload });
  const proxy = call.headers['via'] ?? call.headers['server'];
  if (proxy !== undefined && trustedProxy === null) {
    problems.push({
      kind: 'proxy',
      text: `A proxy (${String(proxy)}) is in front, and TRUSTED_PROXY is not set: all users share its address, and so its limits of sign-ins.`,
    });
  }
  return problems;
}

/** Opens the live connection, and waits for its first message: some proxies accept it and pass nothing on. */
function checkWebSocket(address: string, withinMs: number): Promise<string | null> {
  const sent = open(
    pathOf(address, '/socket.io/?EIO=4&transport=websocket'),
    {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: address,
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    },
    withinMs,
  );
  sent.end();
  const failed = (why: string) =>
    `WebSockets are not passed to the server (${why}): pages show no live data. See docs/operate/proxies.md.`;
  return new Promise((resolve) => {
    sent.once('response', (response) => {
      response.resume();
      resolve(failed(`status ${response.statusCode} instead of 101`));
    });
    sent.once('upgrade', (_response, socket, head) => {
      const end = (problem: string | null) => {
        clearTimeout(late);
        socket.destroy();
        resolve(problem);
      };
      const late = setTimeout(() => end(failed('the connection opens and stays silent')), withinMs);
      socket.on('error', () => end(failed('the connection was closed')));
      socket.on('close', () => end(failed('the connection was closed')));
      if (head.length > 0) end(null);
      else socket.once('data', () => end(null));
    });
    sent.once('error', (error) => resolve(failed(reasonOf(error, withinMs).replace(/\.$/, ''))));
  });
}

/** Sends as many bytes as the largest request has; the server refuses it for lack of a login, a proxy for its size. */
function checkUpload(address: string, withinMs: number): Promise<string | null> {
  const bytes = fileLimits.chunkBytesMax;
  const size = `${Math.ceil(bytes / 1_048_576)} MB`;
  const failed = (why: string) =>
    `Uploads of ${size} do not reach the server (${why}): images and files fail. See docs/operate/proxies.md.`;
  const headers = {
    // A server that closes after its response resets the rest of the upload, and the response with it.
    connection: 'keep-alive',
    origin: address,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes,
  };
  const sent = open(pathOf(address, '/api/files/uploads/doctor'), { method: 'PATCH', headers }, withinMs);
  return new Promise((resolve) => {
    sent.once('response', (response) => {
      const { status, isOurs } = answerOf(response);
      // The rest needs not be sent.
      sent.destroy();
      resolve(isOurs ? null : failed(`status ${status}`));
    });
    sent.once('error', (error) => resolve(failed(reasonOf(error, withinMs).replace(/\.$/, ''))));
    const chunk = Buffer.alloc(1_048_576);
    let left = bytes;
    const write = () => {
      while (left > 0) {
        const length = Math.min(left, chunk.length);
        left -= length;
        if (!sent.write(length === chunk.length ? chunk : chunk.subarray(0, length)) && left > 0) {
          sent.once('drain', write);
          return;
        }
      }
      sent.end();
    };
    write();
  });
}
