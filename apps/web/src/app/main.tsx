import '@fontsource-variable/archivo/wdth.css';
import '../ui/theme.css';

/** Dates need Temporal; a browser without it (Chromium has it) fetches the polyfill before anything else runs. */
async function start(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const { showApp } = await import('./show-app.tsx');
  showApp();
}

void start();
