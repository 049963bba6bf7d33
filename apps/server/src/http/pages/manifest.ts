import type { FastifyInstance } from 'fastify';

/** Drawn by `npm run pictures` from the web app's `favicon.svg`. */
const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Serves the web app manifest, which names the app that a browser installs. */
export function serveManifest(app: FastifyInstance, productName: string): void {
  const manifest = JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    description: 'Row the same workout together, live, each on your own RowErg.',
    lang: 'en',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    // The background of the icon, and of the light theme.
    theme_color: '#0d527c',
    background_color: '#eaf0ef',
    icons,
  });
  app.get('/manifest.webmanifest', (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );
}
