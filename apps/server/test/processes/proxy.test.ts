import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort, onSeveralProcesses, startProxy } from './servers.ts';

/** /readyz waits as long for a database that does not respond. */
const databaseWithinMs = 2_000;

onSeveralProcesses('the shipped proxy', () => {
  test('keeps a process whose database does not respond, because it responds to users itself', async () => {
    let checks = 0;
    const process = createServer((request, response) => {
      if (request.url !== '/readyz') return response.end('The database is unavailable');
      checks += 1;
      setTimeout(() => {
        response.statusCode = 503;
        response.end('{"status":"database does not answer"}');
      }, databaseWithinMs);
    });
    const port = await freePort();
    await once(process.listen(port, '127.0.0.1'), 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'boathouse-proxy-'));
    const proxy = await startProxy(folder, [port]);
    try {
      // Two failed checks in a row take a process out.
      await vi.waitFor(() => expect(checks).toBe(3), 15_000);
      const answer = await fetch(`http://127.0.0.1:${proxy.port}/`);
      expect(await answer.text()).toBe('The database is unavailable');
    } finally {
      await proxy.end();
      process.closeAllConnections();
      process.close();
      rmSync(folder, { recursive: true });
    }
  });
});
