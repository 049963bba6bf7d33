import '@fontsource-variable/archivo/wdth.css';
import '../ui/theme.css';
import '../ui/forced-colors.css';
import { ChunkLoadError, loadChunk } from '../lib/load-chunk.ts';
import styles from './pages.module.css';

/** Loads the Temporal polyfill before the app in browsers without Temporal (Chromium has it). */
async function start(): Promise<void> {
  if (!('Temporal' in globalThis)) await loadChunk(() => import('temporal-polyfill/global'));
  // Lets the browser work between running this file and starting the app: together they are a long task on a phone.
  await new Promise((resolve) => setTimeout(resolve));
  const { showApp } = await loadChunk(() => import('./show-app.tsx'));
  showApp();
}

/** Shows an error without React, whose code has not loaded. */
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
