import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In production the server fills in the product's name and address; the development server stands in for it here. */
function productInDevelopment(): Plugin {
  return {
    name: 'product-in-development',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('__PRODUCT_NAME__', 'Boathouse')
        .replaceAll('__CONTACT_EMAIL__', 'hello@boathouse.example'),
  };
}

/** The server sends these in place of the file itself to a browser that reads them; nothing is compressed on the way. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css|svg)$/.test(each))) {
        const bytes = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), productInDevelopment(), compressedBeside()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The Content-Security-Policy allows scripts of our own origin only: no inline polyfill, no data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
