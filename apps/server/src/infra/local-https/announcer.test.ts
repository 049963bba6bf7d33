import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import multicastDns from 'multicast-dns';
import { afterEach, expect, test } from 'vitest';
import { Announcer } from './announcer.ts';

const closing: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A responder on a separate port, and a device of the network that asks it directly. */
async function open(addresses: string[]) {
  const socket: Socket = createSocket('udp4');
  const problems: string[] = [];
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const dns = multicastDns({ socket, port: 9, ip: '127.0.0.1', bind: false, multicast: false });
  const announcer = new Announcer(
    { name: 'boat.local', addresses: () => addresses, onProblem: ({ message }) => problems.push(message) },
    dns,
  );
  closing.push(() => announcer.close());
  const device = multicastDns({ port: 0, multicast: false, bind: '127.0.0.1' });
  closing.push(() => new Promise<void>((resolve) => device.destroy(resolve)));
  const ask = async (name: string, type: 'A' | 'AAAA') => {
    device.query({ id: 7, questions: [{ name, type }] }, { port, address: '127.0.0.1' });
    const [response]: [multicastDns.ResponsePacket] = await once(device, 'response', {
      signal: AbortSignal.timeout(5_000),
    }).then(([packet]) => [packet]);
    return response;
  };
  return { ask, announcer, device, port, problems };
}

test('a device that asks for the name gets the addresses', async () => {
  const { ask } = await open(['192.168.1.20', 'fd00::2']);
  const v4 = await ask('Boat.local', 'A');
  expect(v4.id).toBe(7);
  expect(v4.answers).toMatchObject([{ type: 'A', name: 'boat.local', data: '192.168.1.20', ttl: 120 }]);
  expect((await ask('boat.local', 'AAAA')).answers).toMatchObject([{ type: 'AAAA', data: 'fd00::2' }]);
});

test('a device that requests a missing IPv6 address is informed, and does not wait', async () => {
  const { ask } = await open(['192.168.1.20']);
  expect((await ask('boat.local', 'AAAA')).answers).toMatchObject([
    { type: 'NSEC', data: { nextDomain: 'boat.local', rrtypes: ['A'] } },
  ]);
});

test('questions for other names and records are ignored', async () => {
  const { ask, device, port } = await open(['192.168.1.20']);
  const other = { name: 'other.local', type: 'A' as const };
  device.query({ questions: [other, { name: 'boat.local', type: 'TXT' }] }, { port, address: '127.0.0.1' });
  // The first response is that to the question after it.
  expect((await ask('boat.local', 'A')).questions).toMatchObject([{ name: 'boat.local', type: 'A' }]);
});

test('a network that accepts no announcement is reported once', async () => {
  const socket: Socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const dns = multicastDns({ socket, port: 9, ip: '127.0.0.1', bind: false, multicast: false });
  const problems: string[] = [];
  const announcer = new Announcer(
    {
      name: 'boat.local',
      addresses: () => ['192.168.1.20'],
      onProblem: ({ message }) => problems.push(message),
    },
    dns,
  );
  closing.push(() => announcer.close());
  for (const code of ['ENETUNREACH', 'EACCES']) dns.emit('error', Object.assign(new Error(code), { code }));
  // An unreadable packet of another program is not our own failure.
  dns.emit('warning', new Error('Cannot decode'));
  expect(problems).toEqual(['ENETUNREACH']);
});
