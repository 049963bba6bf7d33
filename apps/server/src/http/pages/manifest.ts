import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importedTypes, importPath, sharedFiles } from '@boathouse/contract/pages/handed-files';
import type { FastifyInstance } from 'fastify';

/** Drawn by `npm run pictures` from the web app's `favicon.svg`. */
const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const shortcutIcons = [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }];

/** Pictures of the landing page that a browser shows before it installs the app; the build adds a hash to their names. */
export const screenshots = [
  { name: 'dashboard-light-laptop', sizes: '1440x900', form_factor: 'wide', label: 'Today' },
  {
    name: 'live-workout-light-laptop',
    sizes: '1440x900',
    form_factor: 'wide',
    label: 'A workout that a crew rows together',
  },
  { name: 'dashboard-light-phone', sizes: '780x1280', form_factor: 'narrow', label: 'Today' },
  {
    name: 'live-workout-light-phone',
    sizes: '780x1280',
    form_factor: 'narrow',
    label: 'A workout that a crew rows together',
  },
];

/** Shares of files whose type a system does not know: Import reports files that it can't read. */
const sharedTypes = [
  ...Object.entries(importedTypes).flatMap(([type, ends]) => [type, ...ends]),
  'text/comma-separated-values',
  'application/octet-stream',
];

/**
 * Serves the web app manifest, which names the app that a browser installs, its icon's shortcuts and the files that it
 * opens.
 * @param folder the built app
 */
export function serveManifest(app: FastifyInstance, folder: string, productName: string): void {
  const assets = namesIn(join(folder, 'assets'));
  const manifest = JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    description: 'Row the same workout together, live, each on your own RowErg.',
    lang: 'en',
    dir: 'ltr',
    categories: ['fitness', 'sports'],
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    // The background of the icon, and of the light theme.
    theme_color: '#0d527c',
    background_color: '#eaf0ef',
    icons,
    screenshots: screenshots.flatMap(({ name, ...about }) => {
      const file = assets.find((each) => each.startsWith(`${name}-`) && each.endsWith('.webp'));
      return file === undefined ? [] : [{ src: `/assets/${file}`, type: 'image/webp', ...about }];
    }),
    shortcuts: [
      { name: 'Just row', url: '/row', icons: shortcutIcons },
      { name: 'Today', url: '/dashboard#today', icons: shortcutIcons },
    ],
    // An open window may have a row in progress, which another page would interrupt: it gets the opened address
    // instead.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    file_handlers: [{ action: importPath, accept: importedTypes, launch_type: 'single-client' }],
    share_target: {
      action: sharedFiles.path,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedFiles.field, accept: sharedTypes }] },
    },
  });
  app.get('/manifest.webmanifest', (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );
  // The service worker takes a share. If the worker is missing, the form is sent here: its files are not read, and
  // Import reports it.
  app.post(sharedFiles.path, {
    onRequest: async (_, reply) => reply.redirect(sharedFiles.opens, 303),
    handler: () => undefined,
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
