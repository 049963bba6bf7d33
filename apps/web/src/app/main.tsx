import '@fontsource-variable/archivo/wdth.css';
import '../ui/theme.css';
import { ChunkLoadError, loadChunk } from '../lib/load-chunk.ts';
import styles from './pages.module.css';

/** Dates need Temporal; a browser without it (Chromium has it) fetches the polyfill before anything else runs. */
async function start(): Promise<void> {
  if (!('Temporal' in globalThis)) await loadChunk(() => import('temporal-polyfill/global'));
  const { showApp } = await loadChunk(() => import('./show-app.tsx'));
  showApp();
}

/** By hand, because what the pages are made of has not come. */
function sayWhy(error: unknown): void {
  console.error(error);
  const make = (tag: string, text: string) =>
    Object.assign(document.createElement(tag), { textContent: text });
  const why = error instanceof ChunkLoadError ? error.message : 'This page has stopped working.';
  const main = make('main', '');
  main.className = styles['message'] ?? '';
  main.append(make('h1', 'Something went wrong'), make('p', why));
  document.getElementById('root')?.replaceChildren(main);
}

start().catch(sayWhy);
