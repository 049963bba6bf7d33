import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the gallery: `npm run gallery`. The product's build never reads this folder. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../../../node_modules/.vite-gallery', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
  plugins: [react()],
  server: { port: 5174 },
  build: { target: 'es2023', emptyOutDir: true, copyPublicDir: false, reportCompressedSize: false },
});
