// The server's process: the server's modules are loaded only after package look-ups are made fast.
import './quick-packages.ts';

await import('./serve.ts');
