import type { IncomingMessage } from 'node:http';

/** The path of Socket.IO. */
export const livePath = '/socket.io/';

/**
 * Returns whether a request is a WebSocket handshake that Socket.IO can accept (RFC 6455, Engine.IO protocol 4). Everything
 * else with an Upgrade header is served like an ordinary request.
 */
export function isLiveHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  const [path, query = ''] = url.split('?', 2);
  const params = new URLSearchParams(query);
  return (
    path === livePath &&
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    ['8', '13'].includes(String(headers['sec-websocket-version'])) &&
    params.get('EIO') === '4' &&
    params.get('transport') === 'websocket' &&
    !params.has('sid')
  );
}
