import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** Forwards connections to a local port and cuts them after `cutAfterBytes` bytes from the client. */
export async function startCuttingProxy(port: number, cutAfterBytes: number) {
  const sockets = new Set<Socket>();
  let passedBytes = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on('data', (chunk) => {
      passedBytes += chunk.length;
      if (passedBytes <= cutAfterBytes) {
        if (!upstream.write(chunk)) {
          client.pause();
          upstream.once('drain', () => client.resume());
        }
        return;
      }
      // Ends gracefully upstream, so that the forwarded bytes arrive before the end.
      client.destroy();
      upstream.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy is not listening');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
