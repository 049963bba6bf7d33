import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort, onSeveralProcesses, startRedis } from '../../../test/processes/servers.ts';
import { startTcpProxy } from '../../../test/support/tcp-proxy.ts';
import { RedisUnreachableError, type Installation } from '../installation.ts';
import { connectRedis } from './connection.ts';
import { openInstallation } from './open-installation.ts';
import { RedisClaims } from './redis-claims.ts';

onSeveralProcesses('two processes of an installation', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let one: Installation;
  let other: Installation;
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message), info: () => {} };
  const join = () => openInstallation(`redis://127.0.0.1:${redis.port}/2`, log);

  beforeEach(async () => {
    redis = await startRedis(await freePort());
    [one, other] = [await join(), await join()];
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await redis.end();
    warnings.length = 0;
  });
  const heardBy = (installation: Installation) => {
    const heard: string[] = [];
    installation.bus.onMessage((message) => heard.push(message));
    return heard;
  };

  test("receive each other's messages in order, and not their own", async () => {
    const [here, there] = [heardBy(one), heardBy(other)];
    const sent = Array.from({ length: 500 }, (_, index) => `message ${index}`);
    for (const message of sent) one.bus.publish(message);
    await vi.waitFor(() => expect(there).toEqual(sent));
    other.bus.publish('back');
    await vi.waitFor(() => expect(here).toEqual(['back']));
  });

  test('catch up when Redis was unavailable and is empty afterwards', async () => {
    const there = heardBy(other);
    let gaps = 0;
    other.bus.onGap(() => (gaps += 1));
    one.bus.publish('before');
    await vi.waitFor(() => expect(there).toEqual(['before']));
    const { port } = redis;
    await redis.end();
    await vi.waitFor(() => expect(other.problem()).toBe('redis does not answer'), 10_000);
    one.bus.publish('meanwhile');
    one.bus.publish('and again');
    redis = await startRedis(port);
    await vi.waitFor(() => expect(there).toEqual(['before', 'meanwhile', 'and again']), 10_000);
    expect(gaps).toBeGreaterThan(0);
    await vi.waitFor(() => expect([one.problem(), other.problem()]).toEqual([null, null]));
    one.bus.publish('after');
    await vi.waitFor(() => expect(there.at(-1)).toBe('after'));
  });

  test('are counted, except one that has ended', async () => {
    expect(await one.countProcesses()).toBe(2);
    await other.close();
    expect(await one.countProcesses()).toBe(1);
    other = await join();
    expect(await one.countProcesses()).toBe(2);
    await redis.end();
    expect(await one.countProcesses()).toBeNull();
    redis = await startRedis(redis.port);
  });

  test('do an hourly job once, whichever asks', async () => {
    const takes = await Promise.all([one, other, one, other].map((each) => each.takesHour('sweeping files')));
    expect(takes.filter(Boolean)).toHaveLength(1);
    expect(await other.takesHour('sweeping logins')).toBe(true);
  });

  test('take turns for the same key, and do not wait for another', async () => {
    const [turns, others] = [one.turnsOf('guess'), other.turnsOf('guess')];
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      // A call to Redis, during which another could be made.
      await one.takesHour('a turn');
      inside -= 1;
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? turns : others).run('ann', work)),
    );
    expect(most).toBe(1);
    const release = await turns.acquire('ann');
    await others.run('ben', work);
    await other.turnsOf('image').run('ann', work);
    release();
    await expect(others.run('ann', async () => 'done')).resolves.toBe('done');
  });

  test('count together, and separately while Redis is unavailable', async () => {
    const count = async (each: Installation) => (await each.counts?.('user:ann', 60_000))?.count;
    expect([await count(one), await count(other), await count(one)]).toEqual([1, 2, 3]);
    await redis.end();
    expect([await count(one), await count(one), await count(other)]).toEqual([1, 2, 1]);
    redis = await startRedis(redis.port);
  });

  test('do not wait for a Redis that accepts commands and does not respond, and continue once it does', async () => {
    const line = await startTcpProxy(redis.port);
    const third = await openInstallation(`redis://127.0.0.1:${line.port}/2`, log);
    line.swallow();
    await expect(third.takesHour('sweeping images')).rejects.toThrow();
    expect((await third.counts?.('user:cleo', 60_000))?.count).toBe(1);
    await vi.waitFor(() => expect(third.problem()).toBe('redis does not answer'), 20_000);
    line.heal();
    await vi.waitFor(() => expect(third.problem()).toBeNull(), 20_000);
    await vi.waitFor(async () => expect(await third.takesHour('sweeping images')).toBe(true), 10_000);
    await third.close();
    await line.close();
  }, 60_000);

  test('have each room on one of them, which the next page of its address may change', async () => {
    const lost: string[] = [];
    one.claims.onLost((room) => lost.push(room));
    expect(await one.claims.take('tuesday', false)).toBe('held');
    expect(await other.claims.take('tuesday', false)).toBe('elsewhere');
    expect(await other.claims.take('tuesday', true)).toBe('moved');
    await one.claims.check('tuesday');
    expect(lost).toEqual(['tuesday']);
    await other.claims.check('tuesday');
    expect(await other.claims.take('tuesday', true)).toBe('held');
  });

  test('renew the claims of rooms in use, and end other claims at the second renewal', async () => {
    const connection = await connectRedis(`redis://127.0.0.1:${redis.port}/2`);
    const claims = new RedisClaims({ redis: connection, prefix: 'boathouse:', processId: 'third', log });
    const inUse = new Set<string>();
    const lost: string[] = [];
    claims.keepFor(() => inUse);
    claims.onLost((room) => {
      lost.push(room);
      inUse.delete(room);
    });
    const renew = () => claims.start();
    const elsewhere = (room: string) => one.claims.take(room, false);
    // A page is about to enter.
    await claims.take('tuesday', true);
    await renew();
    expect(await elsewhere('tuesday')).toBe('elsewhere');
    await renew();
    expect(await elsewhere('tuesday')).toBe('held');
    // The page is there, and the claim belongs to another process or to none.
    for (const room of ['tuesday', 'friday']) inUse.add(room);
    await renew();
    expect(lost).toEqual(['tuesday']);
    expect(await elsewhere('friday')).toBe('elsewhere');
    await claims.close();
    connection.disconnect();
  });

  test('do not move a room that moves repeatedly, until its process has ended', async () => {
    const moves: string[] = [];
    for (const each of [one, other, one, other, one]) {
      for (const holder of [one, other]) await holder.claims.check('tuesday');
      moves.push(await each.claims.take('tuesday', true));
    }
    expect(moves).toEqual(['held', 'moved', 'moved', 'moved', 'elsewhere']);
    expect(warnings).toEqual([
      'a room moves between processes: the proxy must route by the parameter "route"',
    ]);
    await other.close();
    expect(await one.claims.take('tuesday', true)).toBe('held');
    other = await join();
  });
});

test('an installation whose Redis does not respond reports it', async () => {
  const joining = openInstallation('redis://127.0.0.1:1', { warn() {}, info() {} });
  await expect(joining).rejects.toThrow(RedisUnreachableError);
  await expect(joining).rejects.toThrow('REDIS_URL cannot be used: connect ECONNREFUSED');
});
