import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserType, Page } from '@playwright/test';
import { signUp } from './fixtures/people.ts';
import { expect, test } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';

/** Comes with Debian's libnss3-tools: installs an authority for Chromium as its settings do. */
const certutil = process.env.CERTUTIL_PATH ?? 'certutil';
const hasCertutil = spawnSync(certutil, ['-H']).error === undefined;
/** The whole browser reads the installed authorities. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const home = mkdtempSync(join(tmpdir(), 'boathouse-home-'));
const ann = { name: 'Ann Oar', email: 'ann@boat.example', password: 'a good password' };

/** An address at which others reach this machine; loopback without a network. */
const address =
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const found = probe.address();
  probe.close();
  await once(probe, 'close');
  if (found === null || typeof found === 'string') throw new Error('The probe has no port.');
  return found.port;
}

/** A browser on a device that finds the machine by multicast DNS. */
function launch(chromium: BrowserType, name: string, profile: string): Promise<Browser> {
  mkdirSync(profile, { recursive: true });
  return chromium.launch({
    executablePath,
    args: [
      '--enable-features=WebBluetooth',
      '--no-sandbox',
      '--disable-gpu',
      `--host-resolver-rules=MAP ${name} ${address}`,
    ],
    env: { PATH: process.env.PATH ?? '', HOME: profile },
  });
}

const check = (page: Page, key: string) => page.locator(`[data-check=${key}] dd`);

test.afterAll(() => rmSync(home, { recursive: true, force: true }));

// The page checks whether a worker can be stored.
test.use({ serviceWorkers: 'allow' });

test('a phone that installs the certificate gets a secure page, and one that does not gets instructions', async ({
  playwright: { chromium },
  consoleGuard,
}) => {
  test.skip(
    !hasCertutil && process.env.REQUIRE_SERVERS === undefined,
    'certutil of libnss3-tools installs the certificate',
  );
  const httpsPort = await freePort();
  const env = { HTTPS_PORT: String(httpsPort), HOST: '', LOG_LEVEL: 'warn' };
  const product = await startProductServer({ env });
  const ops = (...args: string[]) =>
    execFileSync(
      process.execPath,
      ['../apps/server/src/ops.ts', 'https', ...args, '--data', product.dataDir],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HTTPS_PORT: env.HTTPS_PORT, PORT: new URL(product.url).port },
      },
    );
  const browsers: Browser[] = [];
  try {
    const made: unknown = JSON.parse(ops('no-name', '--json'));
    expect(made).toMatchObject({ made: true, answer: 'no-name' });
    expect(ops()).toContain('A certificate for this network is in');
    await product.restart();
    await signUp(product.url, ann);
    const secure = /On the network: (https:\S+)/.exec(product.logs())?.[1] ?? '';
    const name = new URL(secure).hostname;
    const plain = `http://${address}:${new URL(product.url).port}`;

    const stranger = await launch(chromium, name, join(home, 'stranger'));
    browsers.push(stranger);
    const phone = await stranger.newPage({ viewport: { width: 390, height: 844 } });
    // The address that a phone opens first; on loopback that is the product itself.
    await phone.goto(address === '127.0.0.1' ? `${plain}/trust` : plain);
    await expect(phone).toHaveURL(`${plain}/trust`);
    await expect(check(phone, 'trusted')).toHaveText('Not trusted by this device yet: install it below');
    if (address !== '127.0.0.1') {
      await expect(check(phone, 'secure')).toHaveText('No: this page came over http');
      await expect(check(phone, 'bluetooth')).toHaveText('No: it needs a secure page');
    }
    await expect(phone.getByRole('img', { name: `QR code of ${secure}` })).toBeVisible();
    const refused = await stranger.newPage();
    await expect(refused.goto(secure)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
    await expect(refused.getByText('Your connection is not private')).toBeVisible();
    const download = await phone.request.get(`${plain}/trust/boathouse.crt`);
    expect(download.headers()['content-type']).toBe('application/x-x509-ca-cert');

    const store = join(home, 'member/.pki/nssdb');
    mkdirSync(store, { recursive: true });
    execFileSync(certutil, ['-d', `sql:${store}`, '-N', '--empty-password']);
    execFileSync(certutil, ['-d', `sql:${store}`, '-A', '-t', 'C,,', '-n', 'Boathouse'], {
      input: await download.body(),
    });
    const member = await launch(chromium, name, join(home, 'member'));
    browsers.push(member);
    consoleGuard.watch(member);
    // The page tries addresses, and at some of them the server does not answer this device.
    consoleGuard.allow(/\/trust\/reach/);
    const page = await member.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${plain}/trust`);
    await expect(check(page, 'trusted')).toHaveText('This device trusts it');
    await page.getByRole('link', { name: 'Open Boathouse' }).click();
    await page.waitForURL(`${secure}/**`);
    await page.goto(`${secure}/trust`);
    await expect(check(page, 'secure')).toHaveText('Yes');
    await expect(check(page, 'offline')).toHaveText('Yes: pages can be kept on this device');
    await page.goto(`${secure}/login`);
    await page.getByLabel('Email').fill(ann.email);
    await page.locator('input[name=password]').fill(ann.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL(`${secure}/dashboard`);
    expect(await page.evaluate(() => [isSecureContext, 'bluetooth' in navigator])).toEqual([true, true]);
    for (const cookie of await page.context().cookies())
      if (cookie.httpOnly) expect([cookie.name, cookie.secure]).toEqual([cookie.name, true]);
    const greeting = await page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const socket = new WebSocket('/socket.io/?EIO=4&transport=websocket');
          socket.addEventListener('message', ({ data }) => resolve(String(data).slice(0, 1)));
          socket.addEventListener('error', () => reject(new Error('No live channel')));
        }),
    );
    // Engine.IO's "open".
    expect(greeting).toBe('0');
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await product.stop();
  }
});
