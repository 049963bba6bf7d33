import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy before a TCP server that can behave like a failing network. */
export async function startTcpProxy(port: number, host = '127.0.0.1') {
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let isRefusing = false;
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const upstream = connect(port, host);
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!isSwallowing) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    /** Accepts every byte and passes none on. */
    swallow: () => void (isSwallowing = true),
    /** Closes every connection, and refuses new ones. */
    cut: () => {
      isRefusing = true;
      cut();
    },
    /** Swallowed bytes are lost: the connections of that time are closed. */
    heal: () => {
      isSwallowing = false;
      isRefusing = false;
      cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
