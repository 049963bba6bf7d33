import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { setUpRestore, setUpCodeHeader, type RestoreState } from '@boathouse/contract/administration/restore';
import { ProblemSchema } from '@boathouse/contract/errors';
import { changedArchive } from '../../../test/backups/changed-archive.ts';
import { imageName } from '../../../test/backups/filled-tables.ts';
import {
  installationIn,
  rowsIn,
  useFilledInstallation,
  withDatabase,
  type TestInstallation,
} from '../../../test/backups/installations.ts';
import { freePort } from '../../../test/processes/servers.ts';
import { temporaryFolder, TestProcess } from '../../../test/support/processes/child-process.ts';
import { createTestPostgresql, isPostgresqlAvailable } from '../../../test/support/databases.ts';
import { nowMs } from '../../../test/support/now.ts';
import { openDiskFiles } from '../files/disk-files.ts';
import { makeLocalCertificate } from '../local-https/local-certificate.ts';
import { FirstRestore, putUploadedInPlace } from './first-restore.ts';
import { writeArchive } from './write-archive.ts';

const ann = useFilledInstallation('Ann');
let file = '';
beforeAll(async () => {
  const { dataDir } = ann.original();
  const images = openDiskFiles(join(dataDir, 'files'));
  const authSecret = readFileSync(join(dataDir, 'auth-secret'), 'utf8');
  file = join(dataDir, 'backup.tar.gz');
  await withDatabase(ann.original(), async (database) => {
    const source = { snapshot: await database.snapshot(), database: database.kind, images, authSecret };
    await writeArchive(file, { ...source, now: () => new Date(nowMs()) });
  });
}, 60_000);

const log = { info: () => {}, error: () => {} };
const stored = (dataDir: string) => join(dataDir, 'restore-upload.tar.gz');

describe('a backup for an installation without users', () => {
  const open = (freeBytes = 1e9) => {
    const dataDir = temporaryFolder();
    const begun: string[] = [];
    const options = { dataDir, freeBytes: async () => freeBytes, last: null, log };
    const restore = new FirstRestore({ ...options, begin: (path) => begun.push(path) });
    const settled = async () => {
      await expect.poll(() => restore.state().step, { timeout: 30_000 }).toMatch(/failed|restoring/);
      return restore.state();
    };
    return { restore, dataDir, begun, settled };
  };
  const bytesOf = (path: string) => Readable.from([readFileSync(path)]);

  test('is stored, verified, and then put in place', async () => {
    const { restore, dataDir, begun, settled } = open();
    expect(await restore.receive(bytesOf(file), 1_000)).toEqual({ step: 'verifying', problem: null });
    // One at a time.
    await expect(restore.receive(bytesOf(file), 1_000)).rejects.toMatchObject({ code: 'upload_conflict' });
    expect(await settled()).toEqual({ step: 'restoring', problem: null });
    expect(begun).toEqual([stored(dataDir)]);
  });

  test('an upload that is not a backup, or only half of one, is refused with a message and deleted', async () => {
    const { restore, dataDir, begun, settled } = open();
    const whole = readFileSync(file);
    for (const [bytes, why] of [
      [Buffer.from('a letter'), /^This file is not a complete backup: it does not begin like one/],
      [whole.subarray(0, whole.length / 2), /^This file is not a complete backup/],
    ] as const) {
      await restore.receive(Readable.from([bytes]), bytes.length);
      expect(await settled()).toEqual({ step: 'failed', problem: expect.stringMatching(why) });
      expect(existsSync(stored(dataDir))).toBe(false);
    }
    expect(begun).toEqual([]);
  });

  test('a backup of a newer version is refused with that version and deleted', async () => {
    const { restore, dataDir, begun, settled } = open();
    const newer = await changedArchive(readFileSync(file), (name, text) =>
      name === 'backup.json'
        ? text
            .replace(/"at": \d+/, '"at": 99999999999999')
            .replace(/"version": "[^"]+"/, '"version": "9.1.0"')
        : text,
    );
    await restore.receive(Readable.from([newer]), newer.length);
    expect(await settled()).toEqual({
      step: 'failed',
      problem: expect.stringMatching(/made by a newer Boathouse \(9\.1\.0\)/),
    });
    expect(existsSync(stored(dataDir))).toBe(false);
    expect(begun).toEqual([]);
  });

  test('a backup that is larger than the free space of the disk is refused before it is stored', async () => {
    const { restore, dataDir } = open(100 * 1_048_576);
    await expect(restore.receive(bytesOf(file), 50 * 1_048_576)).rejects.toMatchObject({
      status: 413,
      message:
        "This backup has 50 MB, and the server's disk has 100 MB free. Make space there, then try again.",
    });
    expect(existsSync(stored(dataDir))).toBe(false);
  });

  test('is deleted when its upload ends early, and can be sent again', async () => {
    const { restore, dataDir, settled } = open();
    const cut = new Readable({ read() {} });
    const received = restore.receive(cut, 1_000);
    cut.push(Buffer.from('half'));
    cut.destroy(new Error('aborted'));
    await expect(received).rejects.toMatchObject({
      status: 400,
      message: 'The upload ended early. Try again.',
    });
    expect(existsSync(stored(dataDir))).toBe(false);
    await restore.receive(bytesOf(file), 1_000);
    expect((await settled()).step).toBe('restoring');
  });

  test('does not replace users who have signed up since', async () => {
    const to = ann();
    const before = await rowsIn(to);
    const upload = stored(to.dataDir);
    writeFileSync(upload, readFileSync(file));
    const images = openDiskFiles(join(to.dataDir, 'files'));
    const outcome = await putUploadedInPlace(upload, { ...to, images, now: () => new Date(nowMs()) }, log);
    expect(outcome).toEqual({ isRestored: false, problem: expect.stringMatching(/someone has signed up/) });
    expect(await rowsIn(to)).toEqual(before);
    expect(existsSync(upload)).toBe(false);
  });
});

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

function start({ dataDir, databaseUrl }: TestInstallation, env: Record<string, string> = {}): TestProcess {
  const webDir = join(dirname(dataDir), 'web');
  mkdirSync(webDir, { recursive: true });
  writeFileSync(join(webDir, 'index.html'), '<title>__PRODUCT_NAME__</title>');
  return new TestProcess([main], {
    DATA_DIR: dataDir,
    WEB_DIR: webDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
}

const readyAt = async (server: TestProcess) => (await server.line(/ is ready at (http\S+)$/))[1] ?? '';
const codeOf = async (server: TestProcess) => (await server.line(/enter the code (\S+) there/))[1] ?? '';

function upload(address: string, code: string, bytes: Buffer): Promise<Response> {
  return fetch(`${address}/api/set-up/restore`, {
    method: 'POST',
    headers: { 'content-type': 'application/gzip', [setUpCodeHeader]: code },
    body: new Uint8Array(bytes),
  });
}

const refusalIn = async (answer: Response) => ProblemSchema.parse(await answer.json());

/** Resolves with how a restore ended, across the restart. */
async function endOf(address: string): Promise<RestoreState> {
  for (;;) {
    const answer = await fetch(`${address}/api/set-up/restore`).catch(() => null);
    const state = answer?.ok ? setUpRestore.restoreState.response.parse(await answer.json()) : null;
    if (state?.step === 'done' || state?.step === 'failed') return state;
    await pause(50);
  }
}

const emptyOn = {
  pglite: async () => installationIn(join(temporaryFolder(), 'data')),
  postgresql: async () => {
    const { url, drop } = await createTestPostgresql();
    onTestFinished(drop);
    return installationIn(join(temporaryFolder(), 'data'), url);
  },
};

/** Without rows that the process itself adds or deletes: the log's entry, and its hourly work. */
const dataIn = async (installation: TestInstallation) =>
  (await rowsIn(installation))?.filter((row) => /^(users|auth_users|clubs|activities) /.test(row));

for (const database of ['pglite', 'postgresql'] as const) {
  describe.skipIf(database === 'postgresql' && !isPostgresqlAvailable)(
    `a server without users on ${database}`,
    { timeout: 240_000 },
    () => {
      test('continues with the data of an uploaded backup', async () => {
        const to = await emptyOn[database]();
        const server = start(to);
        const address = await readyAt(server);
        const code = await codeOf(server);
        const bytes = readFileSync(file);
        expect(await refusalIn(await upload(address, 'WRONG', bytes))).toMatchObject({ code: 'wrong_code' });

        const damaged = Buffer.from(bytes);
        const half = Math.floor(damaged.length / 2);
        damaged.fill(0, half, half + 64);
        expect((await upload(address, code, damaged)).status).toBe(200);
        const refused = await endOf(address);
        expect(refused).toEqual({ step: 'failed', problem: expect.stringMatching(/^This file is not/) });
        expect(await (await fetch(`${address}/api/product`)).json()).toMatchObject({ setUp: 'empty' });

        const { port } = new URL(address);
        const client = connect(Number(port), '127.0.0.1');
        const head = [
          'POST /api/set-up/restore HTTP/1.1',
          'Host: a',
          'Content-Type: application/gzip',
          `${setUpCodeHeader}: ${code}`,
          'Content-Length: 100000',
        ];
        await new Promise((resolve) => client.write(`${head.join('\r\n')}\r\n\r\nhalf`, resolve));
        await expect.poll(() => existsSync(stored(to.dataDir)), { timeout: 10_000 }).toBe(true);
        client.destroy();
        await expect.poll(() => existsSync(stored(to.dataDir)), { timeout: 10_000 }).toBe(false);

        expect((await upload(address, code, bytes)).status).toBe(200);
        expect(await endOf(address)).toEqual({ step: 'done', problem: null });
        expect(await (await fetch(`${address}/api/product`)).json()).not.toHaveProperty('setUp');
        expect(await refusalIn(await upload(address, code, bytes))).toMatchObject({ code: 'already_exists' });
        expect(await openDiskFiles(join(to.dataDir, 'files')).has(imageName)).toBe(true);

        server.kill('SIGTERM');
        expect(await server.exit()).toBe(0);
        expect(readFileSync(join(to.dataDir, 'auth-secret'), 'utf8')).toContain('Ann');
        expect(await dataIn(to)).toEqual(await dataIn(ann()));
        const log = (await rowsIn(to))?.filter((row) => row.startsWith('administration_log '));
        expect(log?.filter((row) => row.includes('"restored"'))).toHaveLength(1);
        expect(existsSync(stored(to.dataDir))).toBe(false);
      });

      test('is empty or restored after a kill at any moment', async () => {
        const to = await emptyOn[database]();
        const expected = await dataIn(ann());
        // From the upload over the restart to the end, on fast and slow machines.
        for (const afterMs of [0, 1_500]) {
          const server = start(to);
          const address = await readyAt(server);
          const product = await (await fetch(`${address}/api/product`)).json();
          if (!isEmpty(product)) {
            server.kill('SIGKILL');
            await server.exit();
            break;
          }
          await upload(address, await codeOf(server), readFileSync(file));
          await pause(afterMs);
          server.kill('SIGKILL');
          await server.exit();
        }
        const last = start(to);
        const address = await readyAt(last);
        if (isEmpty(await (await fetch(`${address}/api/product`)).json())) {
          await upload(address, await codeOf(last), readFileSync(file));
          expect((await endOf(address)).step).toBe('done');
        }
        last.kill('SIGTERM');
        expect(await last.exit()).toBe(0);
        expect(await dataIn(to)).toEqual(expected);
        expect(readFileSync(join(to.dataDir, 'auth-secret'), 'utf8')).toContain('Ann');
      });
    },
  );
}

/** Returns the response to a request by a device that trusts only this authority. */
function securely(port: number, name: string, root: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: name, ca: root, path, headers: { host: name } };
    secureRequest(options, (response) => {
      json(response).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
}

test('a server with a certificate of its own network keeps it when it continues with a backup', async () => {
  const to = await emptyOn.pglite();
  mkdirSync(to.dataDir, { recursive: true });
  const { name, root } = await makeLocalCertificate(to.dataDir, 'boat', { addresses: () => [] });
  const [port, httpsPort] = [await freePort(), await freePort()];
  const server = start(to, { HOST: '127.0.0.1', PORT: String(port), HTTPS_PORT: String(httpsPort) });
  const code = await codeOf(server);
  const product = () => securely(httpsPort, name, root.toString(), '/api/product');
  expect(await product()).toMatchObject({ setUp: 'empty' });

  const address = `http://127.0.0.1:${port}`;
  expect((await upload(address, code, readFileSync(file))).status).toBe(200);
  expect((await endOf(address)).step).toBe('done');
  await expect.poll(product).not.toHaveProperty('setUp');
  expect(readFileSync(join(to.dataDir, 'auth-secret'), 'utf8')).toContain('Ann');
}, 240_000);

const isEmpty = (product: unknown) =>
  typeof product === 'object' && product !== null && 'setUp' in product && product.setUp === 'empty';
