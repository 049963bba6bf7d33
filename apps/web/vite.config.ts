import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In production the server fills in the product's name; the development server stands in for it here. */
function productNameInDevelopment(): Plugin {
  return {
    name: 'product-name-in-development',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll('__PRODUCT_NAME__', 'Boathouse'),
  };
}

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), productNameInDevelopment()],
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
