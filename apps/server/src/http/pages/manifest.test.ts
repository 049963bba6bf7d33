import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { importedTypes } from '@boathouse/contract/pages/handed-files';
import { screenshots, serveManifest } from './manifest.ts';

const IconSchema = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.optional(z.string()),
});

const ManifestSchema = z.looseObject({
  icons: z.array(IconSchema),
  screenshots: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.string(),
      form_factor: z.enum(['wide', 'narrow']),
      label: z.string(),
    }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(IconSchema) })),
});

const publicFolder = fileURLToPath(new URL('../../../../web/public', import.meta.url));
const pictures = fileURLToPath(
  new URL('../../../../web/src/features/site/landing/pictures', import.meta.url),
);
const routes = fileURLToPath(new URL('../../../../web/src/app/routes.tsx', import.meta.url));

/** Serves the manifest of a build with these assets. */
async function served({ productName = 'Boathouse', assets = [] as readonly string[] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'boathouse-manifest-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of assets) writeFileSync(join(folder, 'assets', name), '');
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  serveManifest(app, folder, productName);
  const response = await app.inject({ url: '/manifest.webmanifest' });
  const { statusCode, headers } = response;
  return { app, statusCode, headers, manifest: ManifestSchema.parse(response.json()) };
}

test('[NAV-5] the manifest names the installed app by the configured product name and starts it at the dashboard', async () => {
  const { statusCode, headers, manifest } = await served({ productName: 'Row & <b>Co</b>' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  });
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Row & <b>Co</b>',
    short_name: 'Row & <b>Co</b>',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: '#0d527c',
  });
});

test('the manifest lists icons that the web app has in the stated sizes, one of them maskable', async () => {
  const { manifest } = await served();
  for (const { src, sizes } of manifest.icons) {
    const file = join(publicFolder, src);
    expect(existsSync(file), src).toBe(true);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(readFileSync(file)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  const purposes = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  // Chromium needs these to install the app.
  expect(purposes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
});

test('the manifest shows pictures of the landing page, wide and narrow, under the names of the build', async () => {
  const files = readdirSync(pictures);
  for (const { name, sizes } of screenshots) {
    expect(files).toContain(`${name}.webp`);
    const { width, height } = await sharp(readFileSync(join(pictures, `${name}.webp`))).metadata();
    expect(`${width}x${height}`, name).toBe(sizes);
  }
  const { manifest } = await served({
    assets: screenshots.map(({ name }) => `${name}-AbC_12-x.webp`),
  });
  expect(manifest.screenshots.map(({ src }) => src)).toEqual(
    screenshots.map(({ name }) => `/assets/${name}-AbC_12-x.webp`),
  );
  expect(new Set(manifest.screenshots.map((each) => each.form_factor))).toEqual(new Set(['wide', 'narrow']));
});

test('the manifest lists no picture that the build does not have', async () => {
  expect((await served({ assets: ['dashboard-dark-laptop-1.webp'] })).manifest.screenshots).toEqual([]);
});

test('the manifest offers to just row and to see today, at pages that the app has', async () => {
  const { manifest } = await served();
  expect(manifest.shortcuts.map(({ name, url }) => `${name}: ${url}`)).toEqual([
    'Just row: /row',
    'Today: /dashboard#today',
  ]);
  const known = readFileSync(routes, 'utf8');
  for (const { url } of manifest.shortcuts) {
    expect(known).toContain(`path: '${new URL(url, 'https://row.example').pathname.slice(1)}'`);
  }
});

test('the manifest passes the opened address to an open window, and opens or accepts the files that Import reads', async () => {
  const { manifest } = await served();
  expect(manifest).toMatchObject({
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    file_handlers: [{ action: '/training/import', accept: importedTypes }],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: expect.arrayContaining(['.fit', '.tcx', '.csv']) }] },
    },
  });
});

test('a share that no service worker accepts opens Import, which reports that the files are missing', async () => {
  const { app } = await served();
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/share',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  });
  expect([statusCode, headers.location]).toEqual([303, '/training/import?shared']);
});
