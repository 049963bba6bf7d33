// The server's process: what serves is loaded only once packages are found quickly.
import './quick-packages.ts';

await import('./serve.ts');
